# Third-party parts. cmake/setup.sh puts them below .deps on Debian 12; elsewhere FetchContent downloads the same versions.
include(FetchContent)

set(deps ${CMAKE_SOURCE_DIR}/.deps)
foreach(part imgui sdl2)
    string(TOUPPER ${part} upper)
    if(EXISTS ${deps}/src/${part})
        set(FETCHCONTENT_SOURCE_DIR_${upper} ${deps}/src/${part})
    endif()
endforeach()
# SOURCE_SUBDIR names a folder that doesn't exist, so that the parts' own CMake files stay out of ours.
FetchContent_Declare(imgui GIT_REPOSITORY https://github.com/ocornut/imgui GIT_TAG v1.92.2b GIT_SHALLOW ON)
FetchContent_Declare(sdl2 GIT_REPOSITORY https://github.com/libsdl-org/SDL GIT_TAG release-2.32.4 GIT_SHALLOW ON
    SOURCE_SUBDIR none)
FetchContent_Declare(nlohmann_json GIT_REPOSITORY https://github.com/nlohmann/json GIT_TAG v3.11.3 GIT_SHALLOW ON
    SOURCE_SUBDIR none)
FetchContent_Declare(doctest GIT_REPOSITORY https://github.com/doctest/doctest GIT_TAG v2.4.11 GIT_SHALLOW ON
    SOURCE_SUBDIR none)

# --- header-only libraries --------------------------------------------------------------------------------------
add_library(third_party_headers INTERFACE)
target_compile_definitions(third_party_headers INTERFACE JSON_NOEXCEPTION)
if(EXISTS ${deps}/include)
    target_include_directories(third_party_headers SYSTEM INTERFACE ${deps}/include)
else()
    FetchContent_MakeAvailable(nlohmann_json doctest)
    target_include_directories(third_party_headers SYSTEM INTERFACE ${nlohmann_json_SOURCE_DIR}/include ${doctest_SOURCE_DIR})
endif()

# --- SDL2 and GL ------------------------------------------------------------------------------------------------
# For the browser SDL is built from a list of our own: its CMake file makes hundreds of checks whose answers are known.
function(mountscope_add_sdl2 source_dir)
    set(s ${source_dir}/src)
    file(GLOB sources ${s}/*.c ${s}/atomic/*.c ${s}/cpuinfo/*.c ${s}/dynapi/*.c ${s}/events/*.c ${s}/file/*.c
        ${s}/joystick/SDL_*.c ${s}/joystick/controller_type.c ${s}/joystick/dummy/*.c ${s}/misc/*.c
        ${s}/misc/emscripten/*.c ${s}/power/*.c ${s}/render/*.c ${s}/render/software/*.c ${s}/loadso/dummy/*.c
        ${s}/stdlib/*.c ${s}/thread/*.c ${s}/thread/generic/*.c ${s}/timer/*.c ${s}/timer/unix/*.c ${s}/locale/*.c
        ${s}/locale/emscripten/*.c ${s}/video/*.c ${s}/video/yuv2rgb/*_std.c ${s}/video/emscripten/*.c)
    add_library(SDL2 STATIC ${sources})
    target_include_directories(SDL2 SYSTEM PUBLIC ${source_dir}/include PRIVATE ${s}/video/khronos)
    target_compile_definitions(SDL2 PRIVATE SDL_LEAN_AND_MEAN=1)
    target_compile_options(SDL2 PRIVATE -w "SHELL:-include ${CMAKE_SOURCE_DIR}/cmake/sdl2_emscripten_config.h")
    add_library(SDL2::SDL2 ALIAS SDL2)
endfunction()

if(EMSCRIPTEN)
    FetchContent_MakeAvailable(sdl2)
    mountscope_add_sdl2(${sdl2_SOURCE_DIR})
else()
    find_package(SDL2 QUIET)
    find_package(OpenGL QUIET)
endif()

# --- Dear ImGui: the library, and apart from it what ties it to SDL and GL --------------------------------------
FetchContent_MakeAvailable(imgui)
add_library(imgui STATIC ${imgui_SOURCE_DIR}/imgui.cpp ${imgui_SOURCE_DIR}/imgui_draw.cpp
    ${imgui_SOURCE_DIR}/imgui_tables.cpp ${imgui_SOURCE_DIR}/imgui_widgets.cpp)
target_include_directories(imgui SYSTEM PUBLIC ${imgui_SOURCE_DIR})
target_include_directories(imgui PUBLIC ${CMAKE_SOURCE_DIR})
target_compile_definitions(imgui PUBLIC IMGUI_USER_CONFIG="cmake/imgui_config.hpp")
target_compile_options(imgui PRIVATE -w -fno-exceptions -fno-rtti)

if(TARGET SDL2::SDL2 AND (EMSCRIPTEN OR TARGET OpenGL::GL))
    add_library(imgui_backends STATIC ${imgui_SOURCE_DIR}/backends/imgui_impl_sdl2.cpp
        ${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp)
    target_include_directories(imgui_backends SYSTEM PUBLIC ${imgui_SOURCE_DIR}/backends)
    target_compile_options(imgui_backends PRIVATE -w -fno-exceptions -fno-rtti)
    target_link_libraries(imgui_backends PUBLIC imgui SDL2::SDL2)
    if(EMSCRIPTEN)
        target_compile_definitions(imgui_backends PUBLIC IMGUI_IMPL_OPENGL_ES3)
    else()
        target_link_libraries(imgui_backends PUBLIC OpenGL::GL)
    endif()
else()
    message(STATUS "No SDL2 or OpenGL: the native window is left out")
endif()
