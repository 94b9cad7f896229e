// test and [ ... ]: POSIX rules by the number of words, then -a, -o, ! and brackets for longer ones.

#include <algorithm>
#include <array>
#include <optional>

#include "core/text/shell_arithmetic.hpp"
#include "core/text/shell_builtins.hpp"

namespace mountscope::shell {

namespace {

constexpr std::size_t kMostNesting = 100;
constexpr std::array<std::string_view, 20> kUnary = {"-n", "-z", "-e", "-f", "-d", "-r", "-w",
                                                     "-x", "-s", "-L", "-h", "-b", "-c", "-p",
                                                     "-S", "-t", "-g", "-u", "-k", "-O"};
constexpr std::array<std::string_view, 14> kBinary = {"=",   "==",  "!=",  "<",   ">",   "-eq", "-ne",
                                                      "-gt", "-ge", "-lt", "-le", "-nt", "-ot", "-ef"};

template <std::size_t kSize>
bool contains(const std::array<std::string_view, kSize>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

class Tester {
  public:
    Tester(std::vector<std::string> words, std::string name, const PathQuestion& ask)
        : words_(std::move(words)), name_(std::move(name)), ask_(ask) {}

    BuiltinResult run() {
        const bool value = words_.empty() ? false : by_count(0, words_.size());
        if (!error_.empty()) return {2, "", name_ + ": " + error_};
        return {value ? 0 : 1, "", ""};
    }

  private:
    bool fail(std::string what) {
        if (error_.empty()) error_ = std::move(what);
        return false;
    }

    // Few words have one meaning each, whatever they look like: [ ! = x ], [ -n = -n ].
    bool by_count(std::size_t begin, std::size_t end) {
        const std::size_t count = end - begin;
        if (count == 1) return !words_[begin].empty();
        if (count == 2) {
            if (words_[begin] == "!") return words_[begin + 1].empty();
            if (contains(kUnary, words_[begin])) return unary(words_[begin], words_[begin + 1]);
            return fail("`" + words_[begin] + "` is not a test of one word: -n -z -e -d -f");
        }
        if (count == 3) {
            if (contains(kBinary, words_[begin + 1]))
                return binary(words_[begin], words_[begin + 1], words_[begin + 2]);
            if (words_[begin + 1] == "-a") return !words_[begin].empty() && !words_[begin + 2].empty();
            if (words_[begin + 1] == "-o") return !words_[begin].empty() || !words_[begin + 2].empty();
            if (words_[begin] == "!") return !by_count(begin + 1, end) && error_.empty();
            if (words_[begin] == "(" && words_[begin + 2] == ")") return !words_[begin + 1].empty();
            return fail("`" + words_[begin + 1] +
                        "` does not compare two words: = != -eq -ne -lt -le -gt -ge");
        }
        if (count == 4 && words_[begin] == "!") return !by_count(begin + 1, end) && error_.empty();
        next_ = begin;
        const bool value = either();
        if (error_.empty() && next_ < end) return fail("`" + words_[next_] + "` is unexpected");
        return value;
    }

    bool at(std::string_view word) const { return next_ < words_.size() && words_[next_] == word; }

    bool either() {
        bool value = both();
        while (error_.empty() && at("-o")) {
            ++next_;
            const bool right = both();
            value = value || right;
        }
        return value;
    }

    bool both() {
        bool value = negation();
        while (error_.empty() && at("-a")) {
            ++next_;
            const bool right = negation();
            value = value && right;
        }
        return value;
    }

    bool negation() {
        bool negated = false;
        while (at("!") && next_ + 1 < words_.size()) {
            negated = !negated;
            ++next_;
        }
        return primary() != negated;
    }

    bool primary() {
        if (next_ >= words_.size()) return fail("a word is missing at the end");
        const std::size_t left = words_.size() - next_;
        if (left >= 3 && contains(kBinary, words_[next_ + 1])) {
            next_ += 3;
            return binary(words_[next_ - 3], words_[next_ - 2], words_[next_ - 1]);
        }
        if (at("(")) {
            if (++depth_ > kMostNesting) return fail("nested too deeply");
            ++next_;
            const bool value = either();
            --depth_;
            if (error_.empty() && !at(")")) return fail("a `)` is missing");
            ++next_;
            return value;
        }
        if (left >= 2 && contains(kUnary, words_[next_])) {
            next_ += 2;
            return unary(words_[next_ - 2], words_[next_ - 1]);
        }
        return !words_[next_++].empty();
    }

    bool unary(const std::string& operation, const std::string& operand) {
        if (operation == "-n") return !operand.empty();
        if (operation == "-z") return operand.empty();
        if (operation == "-t") return false;
        const PathKind kind = operand.empty() ? PathKind::kMissing : ask_(operand);
        if (operation == "-f") return kind == PathKind::kFile;
        if (operation == "-d" || operation == "-s")
            return kind == PathKind::kDirectory;  // files here are empty
        if (std::string_view("LhbcpSguk").find(operation[1]) != std::string_view::npos) return false;
        return kind != PathKind::kMissing;
    }

    std::optional<std::int64_t> number(const std::string& word) {
        const std::optional<std::int64_t> value = parse_decimal(word);
        if (!value) fail("`" + word + "` is not a whole number");
        return value;
    }

    bool binary(const std::string& left, const std::string& operation, const std::string& right) {
        if (operation == "=" || operation == "==") return left == right;
        if (operation == "!=") return left != right;
        if (operation == "<") return left < right;
        if (operation == ">") return left > right;
        if (operation == "-nt" || operation == "-ot" || operation == "-ef") {
            return fail("`" + operation + "` is not known here: files have no times");
        }
        const std::optional<std::int64_t> a = number(left);
        const std::optional<std::int64_t> b = number(right);
        if (!a || !b) return false;
        if (operation == "-eq") return *a == *b;
        if (operation == "-ne") return *a != *b;
        if (operation == "-gt") return *a > *b;
        if (operation == "-ge") return *a >= *b;
        if (operation == "-lt") return *a < *b;
        return *a <= *b;
    }

    std::vector<std::string> words_;
    std::string name_;
    const PathQuestion& ask_;
    std::size_t next_ = 0;
    std::size_t depth_ = 0;
    std::string error_;
};

}  // namespace

BuiltinResult run_test(const Words& words, const PathQuestion& ask) {
    const std::string& name = words[0];
    std::vector<std::string> rest(words.begin() + 1, words.end());
    if (name != "test") {
        const std::string closing = name == "[[" ? "]]" : "]";
        if (rest.empty() || rest.back() != closing) {
            std::string error = name + ": `" + closing + "` is missing at the end";
            if (name == "[[") error += "; && and || go between two [ ... ]";
            return {2, "", error};
        }
        rest.pop_back();
    }
    return Tester(std::move(rest), name, ask).run();
}

}  // namespace mountscope::shell
