# The page's program, and the folder of static files to serve.

function(mountscope_web_program target)
    add_executable(${target} ${ARGN} ${CMAKE_SOURCE_DIR}/cmake/gl_proc_address.cpp)
    mountscope_flags(${target})
    target_link_libraries(${target} PRIVATE mountscope_app imgui_backends third_party_headers)
    target_link_options(${target} PRIVATE
        -sENVIRONMENT=web
        -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
        -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=32MB -sMAXIMUM_MEMORY=2GB -sSTACK_SIZE=1MB
        -sFILESYSTEM=0              # fails at link time when file access creeps in
        -sDYNAMIC_EXECUTION=0       # the page's content policy has no unsafe-eval
        -sEXPORTED_FUNCTIONS=_main,_malloc,_free
        -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToNewUTF8
        $<$<CONFIG:MinSizeRel>:--closure=1>
        $<$<CONFIG:Debug>:-sASSERTIONS=1>)
endfunction()

# build/PRESET/site: index.html and one folder, named after the hash of its contents, with everything else.
function(mountscope_site program)
    if(NOT EXISTS ${CMAKE_SOURCE_DIR}/web/index.html)
        return()
    endif()
    find_program(NODE node REQUIRED)
    file(GLOB page_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/*.html ${CMAKE_SOURCE_DIR}/web/*.js
        ${CMAKE_SOURCE_DIR}/web/*.css ${CMAKE_SOURCE_DIR}/web/*.svg ${CMAKE_SOURCE_DIR}/web/*.png
        ${CMAKE_SOURCE_DIR}/web/*.ico ${CMAKE_SOURCE_DIR}/web/*.webmanifest)
    set(stamp ${CMAKE_BINARY_DIR}/site.stamp)
    add_custom_command(OUTPUT ${stamp}
        COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/cmake/site.mjs ${CMAKE_BINARY_DIR}/site ${page_files}
            ${CMAKE_BINARY_DIR}/${program}.js ${CMAKE_BINARY_DIR}/${program}.wasm
        COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
        DEPENDS ${program} ${page_files} ${CMAKE_SOURCE_DIR}/cmake/site.mjs
        COMMENT "Putting the site together" VERBATIM)
    add_custom_target(mountscope_site ALL DEPENDS ${stamp})
endfunction()
