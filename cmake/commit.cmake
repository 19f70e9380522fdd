# Writes commit.h with the commit that is being built, run at every build: cmake -DSOURCE=... -DHEADER=... -P commit.cmake
# A release tells it in the file COMMIT; elsewhere git does. The header changes only when the commit does.
cmake_minimum_required(VERSION 3.25)
set(COMMIT "unknown")
if(EXISTS ${SOURCE}/COMMIT)
    file(STRINGS ${SOURCE}/COMMIT COMMIT LIMIT_COUNT 1)
elseif(EXISTS ${SOURCE}/.git)
    execute_process(COMMAND git describe --always --dirty --abbrev=10 --exclude=* WORKING_DIRECTORY ${SOURCE}
        OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define CW_COMMIT \"@COMMIT@\"\n" @ONLY)
