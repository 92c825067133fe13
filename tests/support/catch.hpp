#pragma once

// The one place that knows which Catch2 this is: 2.13 has one header, 3 has its own folder of them.
#if __has_include(<catch2/catch_all.hpp>)
#    include <catch2/catch_all.hpp>
#else
#    include <catch2/catch.hpp>
#endif
