# Toolchain file for the Emscripten that cmake/setup.sh unpacked. With an emsdk of your own, use the preset web-emsdk.
cmake_path(ABSOLUTE_PATH CMAKE_CURRENT_LIST_DIR NORMALIZE OUTPUT_VARIABLE here)
cmake_path(GET here PARENT_PATH project_top)
file(REAL_PATH ${project_top}/.deps deps_folder)
set(em ${deps_folder}/emscripten)
if(NOT EXISTS ${em}/config)
    message(FATAL_ERROR "Emscripten is not there: run cmake/setup.sh web")
endif()

# Found by environment variables, which Ninja doesn't keep; so they are part of each command. /usr/bin/python3 rather than
# one found on the path, since a version manager's shim doubles the time of every call.
set(em_environment EM_CONFIG=${em}/config EMSDK_PYTHON=/usr/bin/python3)
set(ENV{EM_CONFIG} ${em}/config)
set(ENV{EMSDK_PYTHON} /usr/bin/python3)
include(${em}/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)

set(env_command ${CMAKE_COMMAND} -E env ${em_environment})
set(CMAKE_C_LINKER_LAUNCHER ${env_command})
set(CMAKE_CXX_LINKER_LAUNCHER ${env_command})
set(CMAKE_C_COMPILER_LAUNCHER ${env_command})
set(CMAKE_CXX_COMPILER_LAUNCHER ${env_command})

# The cache stands before emcc, so that a hit costs no Python start. It can't see which clang emcc will call: hence the check.
find_program(EM_CCACHE ccache)
if(EM_CCACHE)
    cmake_path(GET deps_folder FILENAME deps_name)
    file(TIMESTAMP /usr/lib/llvm-19/bin/clang clang_time "%s")
    set(cache_command ${env_command} CCACHE_BASEDIR=${project_top} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
        CCACHE_COMPILERTYPE=clang CCACHE_COMPILERCHECK=string:${deps_name}-${clang_time} ${EM_CCACHE})
    set(CMAKE_C_COMPILER_LAUNCHER ${cache_command})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${cache_command})
endif()

# The archivers as they are, without Emscripten's Python around them.
set(CMAKE_AR /usr/lib/llvm-19/bin/llvm-ar CACHE FILEPATH "" FORCE)
set(CMAKE_RANLIB /usr/lib/llvm-19/bin/llvm-ranlib CACHE FILEPATH "" FORCE)
