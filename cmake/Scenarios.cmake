# lessons/scenarios/NN-ID.scn as texts that are built in: app/model/scenario_library.hpp tells how they are used.
function(mountscope_embed_scenarios target)
    file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/lessons/scenarios/*.scn)
    set(out ${CMAKE_BINARY_DIR}/generated/embedded_scenarios.cpp)
    add_custom_command(OUTPUT ${out}
        COMMAND ${CMAKE_COMMAND} -DOUT=${out} "-DFILES=${files}" -P ${CMAKE_SOURCE_DIR}/cmake/embed_scenarios.cmake
        DEPENDS ${files} ${CMAKE_SOURCE_DIR}/cmake/embed_scenarios.cmake
        COMMENT "Embedding the scenarios" VERBATIM)
    target_sources(${target} PRIVATE ${out})
endfunction()
