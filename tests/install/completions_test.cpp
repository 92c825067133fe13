#include "tests/install/prefix.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::installed {

TEST_CASE("completions: fish offers commands, flags and the values of flags", "[install]") {
    const std::string offers = "fish --no-config -c \"source '" + prefix() +
                               "/share/fish/vendor_completions.d/onceproof.fish'; complete -C '";
    const auto offered = [&](const std::string& words) {
        const Finished fish = shell("/", offers + words + "'\" | cut -f 1 | sort");
        INFO(fish.err);
        CHECK(fish.exit_code == 0);
        return fish.out;
    };
    CHECK(offered("onceproof rep") == "replay\nreport\n");
    CHECK(offered("onceproof run --expl") == "--explore\n");
    CHECK(offered("onceproof run --explore ") == "exhaustive\npct\nrandom\n");
    CHECK(offered("onceproof list f") == "faults\n");
}

TEST_CASE("completions: zsh offers commands, flags and the values of flags", "[install]") {
    const TemporaryFolder folder;
    // A terminal of its own, as zsh completes nowhere else. What stands in the place of the program
    // notes with which words it was called: those that a tabulator has completed.
    const std::string script = folder.write("complete.zsh", R"(
zmodload zsh/zpty
notes=$PWD/notes
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \$fpath); autoload -U compinit; compinit -D -u"
zpty -w shell "zstyle ':completion:*' insert-tab false; onceproof() { print -r -- \$* >> $notes }"
shift
for words; do zpty -w shell "$words"$'\t'; done
zpty -w shell "print end >> $notes; exit"
for ((tries = 0; tries < 300; ++tries)); do
    zpty -r -t shell line
    [[ -e $notes && $(tail -n 1 $notes) == end ]] && break
    sleep 0.1
done
zpty -d shell
cat $notes
)");
    const Finished zsh = shell(
        folder.path("."),
        "zsh -f '" + script + "' '" + prefix() +
            "/share/zsh/site-functions' 'onceproof repl' 'onceproof run --expl' "
            "'onceproof run --explore exh' 'onceproof list fa' 'onceproof run compl'"
    );
    INFO(zsh.out << zsh.err);
    CHECK(
        zsh.out ==
        "replay\nrun --explore\nrun --explore exhaustive\nlist faults\nrun complete.zsh\nend\n"
    );
}

}  // namespace onceproof::installed
