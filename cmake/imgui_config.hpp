// Dear ImGui's compile-time configuration for this project (IMGUI_USER_CONFIG).
#pragma once

// WebGL has no vertex offset in draw calls, so 16-bit indices would end a draw list at 65,536 vertices.
#define ImDrawIdx unsigned int

// Nothing that the page doesn't show: these cost about 200 KB of its download.
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_FILE_FUNCTIONS
#define IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS
#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
