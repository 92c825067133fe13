# onceproof_add_checker(name sources…)
# A program with all commands of onceproof that also knows the strategies which the sources register.
function(onceproof_add_checker name)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE onceproof::main)
endfunction()

# onceproof_discover_scenarios(checker folder [argument of `run`…])
# A test for each scenario file of the folder, CHECKER.FILE, with the tags that stand in the file as
# its labels. New files and changed tags are noticed by the next build.
function(onceproof_discover_scenarios checker folder)
    get_filename_component(folder ${folder} ABSOLUTE)
    file(GLOB files CONFIGURE_DEPENDS ${folder}/*.toml)
    if(NOT files)
        message(FATAL_ERROR "onceproof_discover_scenarios: no scenario (*.toml) in ${folder}")
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
    foreach(file IN LISTS files)
        get_filename_component(scenario ${file} NAME_WE)
        set(test ${checker}.${scenario})
        add_test(
            NAME ${test}
            COMMAND ${checker} run ${file} --no-progress
                    -o ${CMAKE_CURRENT_BINARY_DIR}/onceproof/${test} ${ARGN}
        )
        file(STRINGS ${file} lines REGEX "^ *tags *=")
        string(REGEX MATCHALL "\"[^\"]*\"" tags "${lines}")
        string(REPLACE "\"" "" tags "${tags}")
        set_tests_properties(${test} PROPERTIES LABELS "${tags}")
    endforeach()
endfunction()
