// The command line: scenarios in, results out.

#include <cstdio>

#include "app/platform/cli/cost.hpp"
#include "app/platform/cli/listings.hpp"
#include "app/platform/cli/options.hpp"
#include "app/platform/cli/run.hpp"
#include "app/platform/cli/text_io.hpp"

namespace mountscope {

namespace {

constexpr std::string_view kHelp =
    R"(mountscope run [OPTION...] FILE...   run scenarios and print what becomes of the mount tables
mountscope kernels [--json]          list the kernels whose rules are known, and what changed in each
mountscope counters [--json]         list what is counted, and what each counter means
mountscope --help, --version

FILE is a scenario, one command a line; or a .jsonl with one recorded scenario a line, which
prints compact lines; or - for standard input.

  --kernel NAME          whose rules to follow (6.18)
  --states WHICH         what to print after each command (each):
                           each  the tables that changed
                           hash  a hash of all tables; the tables at the end
                           end   the result only; the tables at the end
                           none  the result only
  --max-print N          list mounts only while all tables hold at most N (150)
  --no-order             leave out the order in which the kernel links the children
  --no-created           leave out the age of the mounts
  --compact              one line for the whole scenario
  --mountinfo            print nothing but each namespace's table at the end, as
                         /proc/PID/mountinfo would; "# NAME" before each when there are several
  --forgets-unbindable   copies of a namespace lose the unbindable mark, a fault of 6.17 to 7.1
  --mount-max N          mounts that a namespace may have (100000)

A scenario is made of
  mkdir -p DIR...   rmdir DIR   rm FILE   touch FILE   cd DIR   chroot DIR   where PATH
  mount -t TYPE NAME DIR   mount --bind|--rbind|--move A B   mount --move --beneath A B
  mount --make-[r]shared|slave|private|unbindable DIR   set-group FROM TO
  umount [-l] DIR   pivot_root NEW PUT_OLD   open PATH as FD   close FD   show
  unshare -m|-Um [--propagation TYPE] NAME   fork NAME   nsenter -m OTHER NAME   exit NAME
Before a command, "ns NAME" says which process runs it, "! ERRNO" that it must fail so, "?" that
any result will do.

Exit status: 0 all as the scenarios say; 1 some command ended otherwise; 2 bad input.
)";

int run_cli(std::span<const std::string_view> words) {
    if (!words.empty() && words[0] == "cost") return run_cost(words.subspan(1));
    if (!words.empty() && words[0] == "trace") return run_trace(words.subspan(1));
    const ParsedOptions parsed = parse_options(words);
    if (parsed.error) {
        std::fprintf(stderr, "mountscope: %s\n", parsed.error->c_str());
        return kStatusBadInput;
    }
    switch (parsed.options.action) {
        case CliAction::kRun:
            if (!parsed.options.help_of_run) return run_files(parsed.options);
            [[fallthrough]];
        case CliAction::kHelp:
            TextOutput().write(kHelp);
            TextOutput().write("\n");
            TextOutput().write(kCostHelp);
            return kStatusFine;
        case CliAction::kVersion:
            TextOutput().write("mountscope " MOUNTSCOPE_VERSION "\n");
            return kStatusFine;
        case CliAction::kKernels:
            TextOutput().write(parsed.options.json ? kernels_json_listing() : kernels_listing());
            return kStatusFine;
        case CliAction::kCounters:
            TextOutput().write(parsed.options.json ? counters_json_listing() : counters_listing());
            return kStatusFine;
    }
    return kStatusBadInput;
}

}  // namespace

}  // namespace mountscope

int main(int count, char** words) {
    const std::vector<std::string_view> list(words + (count > 0 ? 1 : 0), words + count);
    return mountscope::run_cli(list);
}
