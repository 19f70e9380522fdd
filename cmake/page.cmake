# The page's files, built into the program. esbuild bundles them (web/build); a source tree that comes with them
# already bundled, as a release does, needs no esbuild; without either the program says that it has no page.
set(PAGE_FILES index.html main.js main.css icon.svg)
find_program(ESBUILD esbuild)
if(ESBUILD AND EXISTS ${PROJECT_SOURCE_DIR}/web/build)
    set(PAGE_FOLDER ${CMAKE_BINARY_DIR}/web)
    file(GLOB PAGE_SOURCES CONFIGURE_DEPENDS web/build web/*.html web/*.svg web/src/*.ts web/style/*.css)
    list(TRANSFORM PAGE_FILES PREPEND ${PAGE_FOLDER}/ OUTPUT_VARIABLE PAGE_OUTPUTS)
    add_custom_command(OUTPUT ${PAGE_OUTPUTS} COMMAND ${PROJECT_SOURCE_DIR}/web/build ${PAGE_FOLDER}
        DEPENDS ${PAGE_SOURCES} COMMENT "Bundling the page" VERBATIM)
elseif(EXISTS ${PROJECT_SOURCE_DIR}/web/dist/index.html)
    set(PAGE_FOLDER ${PROJECT_SOURCE_DIR}/web/dist)
else()
    message(STATUS "esbuild is not there: the program is built without its page")
    set(PAGE_FOLDER ${PROJECT_SOURCE_DIR}/src/server/no-page)
    set(PAGE_FILES index.html)
endif()

# Writes the table of src/server/assets.h. The assembler takes the files in as they are.
set(PAGE_TYPE_html "text/html; charset=utf-8")
set(PAGE_TYPE_js "text/javascript; charset=utf-8")
set(PAGE_TYPE_css "text/css; charset=utf-8")
set(PAGE_TYPE_svg "image/svg+xml")
set(PAGE_DATA "")
set(PAGE_ROWS "")
foreach(FILE ${PAGE_FILES})
    string(MAKE_C_IDENTIFIER "${FILE}" NAME)
    string(REGEX REPLACE ".*\\." "" ENDING ${FILE})
    string(APPEND PAGE_DATA "__asm__(\".section .rodata\\n\" \"page_${NAME}:\\n\" \".incbin \\\"${PAGE_FOLDER}/${FILE}\\\"\\n\""
        " \"page_${NAME}_end:\\n\" \".byte 0\\n\" \".previous\\n\");\n"
        "extern const char page_${NAME}[], page_${NAME}_end[];\n")
    string(APPEND PAGE_ROWS "    {\"/${FILE}\", \"${PAGE_TYPE_${ENDING}}\", page_${NAME}, page_${NAME}_end},\n")
endforeach()
set(PAGE_TABLE ${CMAKE_BINARY_DIR}/page.c)
file(GENERATE OUTPUT ${PAGE_TABLE} CONTENT
    "#include \"server/assets.h\"\n\n${PAGE_DATA}\nconst cw_asset cw_assets[] = {\n${PAGE_ROWS}    {NULL, NULL, NULL, NULL},\n};\n")
list(TRANSFORM PAGE_FILES PREPEND ${PAGE_FOLDER}/)
set_source_files_properties(${PAGE_TABLE} PROPERTIES OBJECT_DEPENDS "${PAGE_FILES}")
