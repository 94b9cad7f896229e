#include "core/text/habits_options.hpp"

#include <algorithm>

#include "core/text/shell_commands.hpp"

namespace mountscope::shell {

namespace {

class Reader {
  public:
    Reader(const std::vector<std::string>& words, std::span<const OptionSpec> specs)
        : words_(words), specs_(specs) {}

    ParsedArguments run(bool permute) {
        for (next_ = 1; next_ < words_.size() && !result_.error; ++next_) {
            const std::string& word = words_[next_];
            if (word == "--") {
                take_rest(next_ + 1);
            } else if (word.starts_with("--")) {
                read_long(word);
            } else if (word.size() > 1 && word[0] == '-') {
                read_letters(word);
            } else if (const std::size_t dash = typographic_dash(word); dash != 0) {
                fail("`" + word + "` begins with a dash of a printed page",
                     "hyphens: --" + word.substr(dash));
            } else if (permute) {
                result_.operands.push_back(word);
            } else {
                take_rest(next_);
            }
        }
        return std::move(result_);
    }

  private:
    void take_rest(std::size_t begin) {
        for (std::size_t i = begin; i < words_.size(); ++i) result_.operands.push_back(words_[i]);
        next_ = words_.size();
    }

    void fail(std::string what, std::string expected) {
        result_.error = HabitError{1, words_[0] + ": " + std::move(what), std::move(expected)};
    }

    // People paste from pages that turned -- into one of these: en dash, em dash, minus. How many bytes it
    // has.
    static std::size_t typographic_dash(std::string_view word) {
        std::size_t length = 0;
        while (word.substr(length).starts_with("\xE2\x80\x93") ||
               word.substr(length).starts_with("\xE2\x80\x94") ||
               word.substr(length).starts_with("\xE2\x88\x92")) {
            length += 3;
        }
        return length;
    }

    void fail_unknown(const std::string& word) {
        std::vector<std::string_view> names;
        for (const OptionSpec& spec : specs_) names.push_back(spec.name);
        const std::string_view bare =
            std::string_view(word).substr(std::min<std::size_t>(word.find_first_not_of('-'), word.size()));
        const std::string_view near = nearest_word(bare, names);
        fail("`" + word + "` is not an option of " + words_[0], near.empty() ? "" : "--" + std::string(near));
    }

    void read_long(const std::string& word) {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
        const OptionSpec* found = nullptr;
        std::size_t beginnings = 0;
        for (const OptionSpec& spec : specs_) {
            if (spec.name == name) {
                found = &spec;
                beginnings = 1;
                break;
            }
            if (!name.empty() && spec.name.starts_with(name)) {
                found = &spec;
                ++beginnings;
            }
        }
        if (beginnings == 0) return fail_unknown(word);
        if (beginnings > 1) return fail("`" + word + "` may mean several options", "the whole name");
        ParsedOption option{found, equals == std::string::npos ? "" : word.substr(equals + 1)};
        if (found->value == OptionValue::kNone && equals != std::string::npos) {
            return fail("`--" + std::string(found->name) + "` takes no value",
                        "--" + std::string(found->name));
        }
        if (found->value == OptionValue::kRequired && equals == std::string::npos) {
            if (next_ + 1 >= words_.size()) return fail("`" + word + "` needs a value", "a word behind it");
            option.value = words_[++next_];
        }
        result_.options.push_back(std::move(option));
    }

    void read_letters(const std::string& word) {
        for (std::size_t i = 1; i < word.size(); ++i) {
            const auto found = std::find_if(specs_.begin(), specs_.end(), [&](const OptionSpec& spec) {
                return spec.letter == word[i] && spec.letter != '\0';
            });
            if (found == specs_.end()) return fail_unknown(word);
            ParsedOption option{&*found, ""};
            const bool takes_rest = found->value != OptionValue::kNone && i + 1 < word.size();
            if (takes_rest) {
                option.value = word.substr(i + 1);
            } else if (found->value == OptionValue::kRequired) {
                if (next_ + 1 >= words_.size())
                    return fail("`-" + std::string(1, word[i]) + "` needs a value", "a word behind it");
                option.value = words_[++next_];
            }
            result_.options.push_back(std::move(option));
            if (takes_rest) return;
        }
    }

    const std::vector<std::string>& words_;
    std::span<const OptionSpec> specs_;
    std::size_t next_ = 1;
    ParsedArguments result_;
};

}  // namespace

bool ParsedArguments::has(std::string_view name) const {
    return std::any_of(options.begin(), options.end(),
                       [&](const ParsedOption& option) { return option.spec->name == name; });
}

bool ParsedArguments::has_letter(char letter) const {
    return std::any_of(options.begin(), options.end(),
                       [&](const ParsedOption& option) { return option.spec->letter == letter; });
}

std::string ParsedArguments::value(std::string_view name) const {
    std::string result;
    for (const ParsedOption& option : options) {
        if (option.spec->name == name) result = option.value;
    }
    return result;
}

ParsedArguments parse_arguments(const std::vector<std::string>& words, std::span<const OptionSpec> specs,
                                bool permute) {
    return Reader(words, specs).run(permute);
}

}  // namespace mountscope::shell
