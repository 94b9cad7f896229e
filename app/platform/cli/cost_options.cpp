#include "app/platform/cli/cost_options.hpp"

#include <bit>
#include <charconv>

#include "core/cost/machine_model.hpp"

namespace mountscope {

namespace {

constexpr long long kLargestN = 40;

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || text.empty()) return std::nullopt;
    return value;
}

// "4G", "512M": bytes.
std::optional<std::uint64_t> memory_size(std::string_view text) {
    std::uint64_t unit = 1;
    if (!text.empty()) {
        const char last = text.back();
        const int shift = last == 'K' ? 10 : last == 'M' ? 20 : last == 'G' ? 30 : last == 'T' ? 40 : 0;
        if (shift != 0) {
            unit = std::uint64_t{1} << shift;
            text.remove_suffix(1);
        }
    }
    const auto count = number(text);
    if (!count || *count == 0 || *count > (std::uint64_t{1} << 50) / unit) return std::nullopt;
    return *count * unit;
}

class Reader {
  public:
    Reader(std::span<const std::string_view> words, CostCommand command) : words_(words), command_(command) {}

    CostOptions read() {
        // Without --memory or --buckets: the machine whose times are known.
        o_.machine.memory = machines()[0].memory;
        while (at_ < words_.size() && !o_.error) read_word(words_[at_++]);
        if (o_.error) return std::move(o_);
        if (o_.file.empty()) fail("there is no file; expected FILE, or - for standard input");
        if (o_.kernels.empty()) {
            if (command_ == CostCommand::kTrace) {
                o_.kernels.push_back(&default_kernel());
            } else {
                add_all();
            }
        }
        if (o_.csv && !o_.sweep)
            fail("--csv prints the points of a sweep; expected --sweep N=FROM..TO with it");
        if (command_ == CostCommand::kTrace && o_.kernels.size() != 1)
            fail("trace tells the steps of one kernel; expected one --kernel NAME");
        if (o_.to && *o_.to <= o_.from)
            fail("--to " + std::to_string(*o_.to) + " is not behind --from " + std::to_string(o_.from) +
                 "; expected a larger number");
        if (o_.n && o_.sweep) fail("--n and --sweep both give N a value; expected one of them");
        return std::move(o_);
    }

  private:
    void fail(std::string what) {
        if (!o_.error) o_.error = std::move(what);
    }

    void add_all() {
        for (const KernelProfile& kernel : kernels()) o_.kernels.push_back(&kernel);
    }

    std::string_view value(std::string_view option, std::string_view expected) {
        if (joined_) return *joined_;
        if (at_ < words_.size()) return words_[at_++];
        fail(std::string(option) + " needs a value; expected " + std::string(expected));
        return {};
    }

    void read_word(std::string_view word) {
        if (word == "-" || !word.starts_with('-')) {
            if (!o_.file.empty()) fail("more than one file; expected one");
            o_.file = word;
            return;
        }
        const std::size_t equals = word.find('=');
        joined_.reset();
        if (equals != std::string_view::npos) joined_ = word.substr(equals + 1);
        read_option(word.substr(0, equals));
    }

    void read_option(std::string_view option) {
        const bool cost = command_ == CostCommand::kCost;
        if (option == "--kernel") {
            read_kernels(value(option, "a kernel's name"));
        } else if (option == "--memory") {
            const std::string_view text = value(option, "a size such as 4G");
            const auto bytes = memory_size(text);
            if (!bytes) return fail("--memory " + std::string(text) + "; expected a size such as 512M or 4G");
            o_.machine.memory = *bytes;
        } else if (option == "--buckets") {
            const std::string_view text = value(option, "a power of two");
            const auto buckets = number(text);
            if (!buckets || *buckets < 512 || *buckets > (1u << 26) || !std::has_single_bit(*buckets)) {
                return fail("--buckets " + std::string(text) +
                            "; expected a power of two from 512 to 67108864");
            }
            o_.machine.settings.hash_buckets = static_cast<std::uint32_t>(*buckets);
            o_.machine.memory = 0;
        } else if (option == "--mount-max") {
            const auto most = number(value(option, "a number"));
            if (!most || *most > 4'000'000) return fail("--mount-max; expected a number up to 4000000");
            o_.machine.settings.mount_max = static_cast<std::uint32_t>(*most);
        } else if (option == "--n") {
            const auto n = number(value(option, "a number"));
            if (!n || *n > kLargestN)
                return fail("--n; expected a number from 0 to " + std::to_string(kLargestN));
            o_.n = static_cast<long long>(*n);
        } else if (option == "--plain") {
            o_.count_plainly = true;
        } else if (cost && option == "--json") {
            o_.json = true;
        } else if (cost && option == "--csv") {
            o_.csv = true;
        } else if (cost && option == "--sweep") {
            read_sweep(value(option, "N=1..16"));
        } else if (!cost && option == "--grain") {
            read_grain(value(option, "command, phase or step"));
        } else if (!cost && (option == "--from" || option == "--to")) {
            const auto step = number(value(option, "the number of a step"));
            if (!step) return fail(std::string(option) + "; expected the number of a step, from 0");
            (option == "--from" ? o_.from : o_.to.emplace()) = *step;
        } else {
            fail("\"" + std::string(option) + "\" is no option of " + (cost ? "cost" : "trace") +
                 "; see mountscope --help");
        }
    }

    void read_kernels(std::string_view text) {
        while (!text.empty() && !o_.error) {
            const std::size_t comma = text.find(',');
            const std::string_view name = text.substr(0, comma);
            text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
            if (name == "all") {
                add_all();
                continue;
            }
            const KernelProfile* kernel = find_kernel(name);
            if (kernel != nullptr) {
                o_.kernels.push_back(kernel);
                continue;
            }
            std::string known = "all";
            for (const KernelProfile& k : kernels()) known += ", " + std::string(k.name);
            fail("unknown kernel \"" + std::string(name) + "\"; expected one of " + known);
        }
    }

    void read_sweep(std::string_view text) {
        const std::size_t dots = text.find("..");
        const bool named = text.starts_with("N=") || text.starts_with("n=");
        const auto from =
            named && dots != std::string_view::npos ? number(text.substr(2, dots - 2)) : std::nullopt;
        const auto to = dots != std::string_view::npos ? number(text.substr(dots + 2)) : std::nullopt;
        if (!from || !to || *from > *to || *to > kLargestN) {
            return fail("--sweep " + std::string(text) + "; expected N=FROM..TO, up to " +
                        std::to_string(kLargestN));
        }
        o_.sweep = {static_cast<long long>(*from), static_cast<long long>(*to)};
    }

    void read_grain(std::string_view text) {
        if (text == "command") {
            o_.grain = TraceGrain::kCommand;
        } else if (text == "phase") {
            o_.grain = TraceGrain::kPhase;
        } else if (text == "step") {
            o_.grain = TraceGrain::kStep;
        } else {
            fail("--grain " + std::string(text) + "; expected command, phase or step");
        }
    }

    std::span<const std::string_view> words_;
    CostCommand command_;
    std::size_t at_ = 0;
    std::optional<std::string_view> joined_;
    CostOptions o_;
};

}  // namespace

CostOptions read_cost_options(std::span<const std::string_view> words, CostCommand command) {
    return Reader(words, command).read();
}

}  // namespace mountscope
