# Writes the scenario FILES (a list) as C++ to OUT. Run as a script by Scenarios.cmake.
set(entries "")
list(LENGTH FILES count)
foreach(file ${FILES})
    get_filename_component(id ${file} NAME_WE)
    string(REGEX REPLACE "^[0-9]+-" "" id ${id})
    file(READ ${file} text)
    string(APPEND entries "    {\"${id}\", R\"scenario(${text})scenario\"},\n")
endforeach()
file(WRITE ${OUT} "#include \"app/model/scenario_library.hpp\"

namespace mountscope {
namespace {

constexpr EmbeddedScenario kScenarios[] = {
${entries}};

}  // namespace

std::span<const EmbeddedScenario> embedded_scenarios() {
    return kScenarios;
}

}  // namespace mountscope
")
