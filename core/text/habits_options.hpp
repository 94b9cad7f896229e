#pragma once
// Options as getopt_long(3) reads them: -l, -lR, -t TYPE, -tTYPE, --types TYPE, --types=TYPE, unambiguous
// beginnings of long ones, options behind operands, `--`.
//
//   constexpr OptionSpec kOptions[] = {{'l', "lazy", OptionValue::kNone}, {'t', "types",
//   OptionValue::kRequired}}; ParsedArguments arguments = parse_arguments(words, kOptions, true); if
//   (arguments.error) return *arguments.error; arguments.has('l'); arguments.value('t'); arguments.operands;

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/habits.hpp"

namespace mountscope::shell {

enum class OptionValue : unsigned char { kNone, kRequired, kOptional };

struct OptionSpec {
    char letter = '\0';     // '\0': only a long one
    std::string_view name;  // without --; empty: only a letter
    OptionValue value = OptionValue::kNone;
};

struct ParsedOption {
    const OptionSpec* spec = nullptr;
    std::string value;
};

struct ParsedArguments {
    std::vector<ParsedOption> options;
    std::vector<std::string> operands;
    std::optional<HabitError> error;

    bool has(std::string_view name) const;  // a long name
    bool has_letter(char letter) const;
    std::string value(std::string_view name) const;  // the last one; empty if none
};

// words[0] is the command's name. Without `permute`, the first operand ends the options: what follows is
// another command.
ParsedArguments parse_arguments(const std::vector<std::string>& words, std::span<const OptionSpec> specs,
                                bool permute);

}  // namespace mountscope::shell
