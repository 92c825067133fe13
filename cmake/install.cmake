# What `cmake --install` puts in place. The component `runtime` is the program with the suite, the
# manual page and the completions of shells; `development` is what programs of others are built
# with: the libraries, their headers and the CMake package.
include(CMakePackageConfigHelpers)

# Whoever packs has built; the tests, which are not installed, may be left unbuilt.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

set(installed_libraries
    onceproof_headers
    onceproof_base
    onceproof_port
    onceproof_guarantee
    onceproof_explore
    onceproof_fake
    onceproof_world
    onceproof_strategies
    onceproof_backends
    onceproof_scenario
    onceproof_harness
    onceproof_real
    onceproof_probe
    onceproof_reports
    onceproof_bench
    onceproof_core
    onceproof_main
)
# Outside they are onceproof::core, onceproof::main and so on.
foreach(library IN LISTS installed_libraries)
    string(REPLACE "onceproof_" "" exported ${library})
    set_target_properties(${library} PROPERTIES EXPORT_NAME ${exported})
endforeach()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/onceproof)
set(ONCEPROOF_SCENARIOS ${CMAKE_INSTALL_DATADIR}/onceproof/scenarios)
install(TARGETS onceproof COMPONENT runtime)
install(
    TARGETS ${installed_libraries}
    EXPORT onceproof
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/onceproof
    COMPONENT development
)
install(
    EXPORT onceproof
    NAMESPACE onceproof::
    FILE targets.cmake
    DESTINATION ${package_folder}
    COMPONENT development
)
# The headers that a strategy or a test includes, and what those include.
foreach(folder model/base model/port impls/strategy onceproof)
    install(
        DIRECTORY ${folder}/
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/onceproof/${folder}
        COMPONENT development
        FILES_MATCHING
        PATTERN "*.hpp"
        PATTERN schema EXCLUDE
    )
endforeach()
install(DIRECTORY scenarios/ DESTINATION ${ONCEPROOF_SCENARIOS} COMPONENT runtime)
configure_package_config_file(
    cmake/onceproof-config.cmake.in
    ${PROJECT_BINARY_DIR}/package/onceproof-config.cmake
    INSTALL_DESTINATION ${package_folder}
    PATH_VARS ONCEPROOF_SCENARIOS
)
write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/package/onceproof-config-version.cmake
    COMPATIBILITY SameMinorVersion
)
install(
    FILES
        cmake/dependencies.cmake
        cmake/functions.cmake
        ${PROJECT_BINARY_DIR}/package/onceproof-config.cmake
        ${PROJECT_BINARY_DIR}/package/onceproof-config-version.cmake
    DESTINATION ${package_folder}
    COMPONENT development
)

# The names are those under which each shell looks for a program's completion.
set(documents ${PROJECT_BINARY_DIR}/documents)
install(
    FILES ${documents}/onceproof.1
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
    COMPONENT runtime
)
install(
    FILES ${documents}/onceproof.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME onceproof
    COMPONENT runtime
)
install(
    FILES ${documents}/onceproof.zsh
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
    RENAME _onceproof
    COMPONENT runtime
)
install(
    FILES ${documents}/onceproof.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
    COMPONENT runtime
)

# `cpack -G DEB` makes two packages: `onceproof`, which depends on the libraries that the program is
# linked with, and `onceproof-dev`, which depends on what programs of others are to be linked with.
set(CPACK_PACKAGE_NAME onceproof)
set(CPACK_PACKAGE_CONTACT "onceproof <onceproof@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "The program, its suite of scenarios and its manual page.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Libraries, headers and the CMake package for strategies and tests of one's own."
)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME onceproof)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS
    "postgresql-15, redis-server, mariadb-server-core, rabbitmq-server"
)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME onceproof-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "onceproof (= ${PROJECT_VERSION}), g++, cmake, pkg-config, libboost-fiber-dev, libboost-context-dev, libfmt-dev, nlohmann-json3-dev, libcli11-dev, libtomlplusplus-dev, libhiredis-dev, libpqxx-dev, libpq-dev, libpg-query-dev, libbenchmark-dev, libcurl4-openssl-dev, libmariadb-dev, librabbitmq-dev"
)
include(CPack)
