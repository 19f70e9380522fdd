# What `make install` puts where.
install(TARGETS causeway-static causeway-shared ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/causeway DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES docs/man/causeway.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
if(TARGET causeway)
    install(TARGETS causeway RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    # The program writes its own shell completion, from the tables of its commands.
    set(COMPLETION ${CMAKE_CURRENT_BINARY_DIR}/completions/causeway)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/completions)
    add_custom_command(TARGET causeway POST_BUILD COMMAND causeway completion bash > ${COMPLETION}
        BYPRODUCTS ${COMPLETION} VERBATIM)
    install(FILES ${COMPLETION} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()

# The pkg-config file finds its own prefix, so that an installed tree can be moved.
file(RELATIVE_PATH CW_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/causeway.pc.in causeway.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/causeway.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET causeway-mpi)
    install(TARGETS causeway-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY experiments DESTINATION ${CMAKE_INSTALL_DATADIR}/causeway)
install(DIRECTORY docs/results DESTINATION ${CMAKE_INSTALL_DATADIR}/causeway FILES_MATCHING PATTERN "*.csv")
