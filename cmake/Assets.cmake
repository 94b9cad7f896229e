# Fonts and icons, cut down to the lists in assets/ and built in: #include "assets/embedded_fonts.hpp", "assets/icons.hpp".
if(EXISTS ${CMAKE_SOURCE_DIR}/.deps)
    set(Python3_EXECUTABLE /usr/bin/python3)  # the one that has Debian's fontTools, whatever else is on the path
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(node_modules ${CMAKE_SOURCE_DIR}/web/node_modules)
if(NOT EXISTS ${node_modules}/lucide-static)
    message(FATAL_ERROR "The fonts are missing: run `npm ci --ignore-scripts` in web/ (./dev does it on Debian 12)")
endif()

set(generated ${CMAKE_BINARY_DIR}/generated)
set(font_files ${generated}/assets/embedded_fonts.hpp ${generated}/assets/embedded_fonts.cpp ${generated}/assets/icons.hpp)
add_custom_command(OUTPUT ${font_files}
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/fonts.py ${CMAKE_SOURCE_DIR}/assets ${node_modules} ${generated}
    DEPENDS ${CMAKE_SOURCE_DIR}/cmake/fonts.py ${CMAKE_SOURCE_DIR}/assets/fonts.txt ${CMAKE_SOURCE_DIR}/assets/icons.txt
        ${CMAKE_SOURCE_DIR}/web/package-lock.json
    COMMENT "Cutting fonts and icons to size" VERBATIM)
add_library(mountscope_assets STATIC ${font_files})
target_include_directories(mountscope_assets PUBLIC ${generated})
