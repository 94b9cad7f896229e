// Emscripten's own emscripten_GetProcAddress() refers to every GL function there is and so keeps some 320 of
// them in the page. SDL and Dear ImGui ask for only these by name; everything else they link directly.
#include <GLES3/gl3.h>
#include <string_view>

extern "C" void* emscripten_GetProcAddress(const char* name);

extern "C" void* emscripten_GetProcAddress(const char* name) {
    const std::string_view wanted = name;
    if (wanted == "glGetString") return reinterpret_cast<void*>(&glGetString);
    if (wanted == "glGetStringi") return reinterpret_cast<void*>(&glGetStringi);
    if (wanted == "glGetIntegerv") return reinterpret_cast<void*>(&glGetIntegerv);
    if (wanted == "glGetError") return reinterpret_cast<void*>(&glGetError);
    if (wanted == "glBindFramebuffer") return reinterpret_cast<void*>(&glBindFramebuffer);
    if (wanted == "glGetFramebufferAttachmentParameteriv") {
        return reinterpret_cast<void*>(&glGetFramebufferAttachmentParameteriv);
    }
    return nullptr;
}
