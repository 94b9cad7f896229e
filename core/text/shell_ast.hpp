#pragma once
// The shell language as a tree of owned values, as the parser makes it and the compiler reads it.
//
//   ParseResult result = parse_shell("for i in 1 2; do mount --bind /a /b; done");
//   result.program.list.items[0].first.stages[0].node   // a shell::ForCommand
//
// Invariants: a word has at least one part unless it is the empty text behind `x=` or an operator; lists
// inside compound commands are never empty; nesting is bounded by ShellLimits::nesting, so recursion over the
// tree is safe.

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/text/shell_types.hpp"

namespace mountscope::shell {

struct AndOr;
struct Command;

struct List {
    std::vector<AndOr> items;
};

enum class PartKind : std::uint8_t { kText, kParameter, kCommand, kArithmetic };

// ${name...}: what stands behind the name.
enum class ParameterAction : std::uint8_t {
    kPlain,        // $name, ${name}
    kLength,       // ${#name}
    kDefault,      // ${name-word}
    kAssign,       // ${name=word}
    kMissing,      // ${name?word}
    kAlternative,  // ${name+word}
    kTrimPrefix,   // ${name#pattern}
    kTrimSuffix,   // ${name%pattern}
};

struct WordPart {
    PartKind kind = PartKind::kText;
    bool quoted = false;
    bool split = false;   // unquoted text inside ${name-...}: blanks in it separate words
    bool colon = false;   // ${name:-word}: an empty value counts as none
    bool greedy = false;  // ## and %%
    ParameterAction action = ParameterAction::kPlain;
    std::string text;                      // the text, or the parameter's name
    std::vector<WordPart> argument;        // the word behind the action, or the arithmetic expression
    std::shared_ptr<const List> commands;  // of a command substitution
    ShellPosition at;
};

struct Word {
    std::vector<WordPart> parts;
    ShellPosition at;
};

enum class RedirectionKind : std::uint8_t {
    kOutput,     // > >| >>
    kOutputAll,  // &> &>>
    kInput,      // < <>
    kCopy,       // >& <&
    kText,       // <<<
    kDocument,   // << <<-
};

struct Redirection {
    int descriptor = 1;
    RedirectionKind kind = RedirectionKind::kOutput;
    bool append = false;  // >> and &>>
    Word target;
    std::size_t document = 0;  // kDocument: its place in the program's documents
    ShellPosition at;
};

struct Assignment {
    std::string name;
    bool append = false;
    Word value;
    ShellPosition at;
};

struct SimpleCommand {
    std::vector<Assignment> assignments;
    std::vector<Word> words;
};

struct Group {
    List body;
};
struct Subshell {
    List body;
};
struct IfBranch {
    List condition;
    List body;
};
struct IfCommand {
    std::vector<IfBranch> branches;
    std::optional<List> otherwise;
};
struct LoopCommand {
    bool until = false;
    List condition;
    List body;
};
struct ForCommand {
    std::string variable;
    bool over_arguments = false;  // `for x; do`: over "$@"
    std::vector<Word> words;
    List body;
};
struct ForArithmetic {
    Word initial, condition, update;
    List body;
};
struct ArithmeticCommand {
    Word expression;
};
struct CaseBranch {
    std::vector<Word> patterns;
    List body;  // may be empty
};
struct CaseCommand {
    Word subject;
    std::vector<CaseBranch> branches;
};
struct FunctionDefinition {
    std::string name;
    std::vector<Command> body;  // exactly one
};

struct Command {
    std::variant<SimpleCommand, Group, Subshell, IfCommand, LoopCommand, ForCommand, ForArithmetic,
                 ArithmeticCommand, CaseCommand, FunctionDefinition>
        node;
    std::vector<Redirection> redirections;
    ShellPosition at;
};

struct Pipeline {
    bool negated = false;
    bool timed = false;
    std::vector<Command> stages;
    ShellPosition at;
};

struct AndOrRest {
    bool is_and = true;
    Pipeline pipeline;
};

struct AndOr {
    Pipeline first;
    std::vector<AndOrRest> rest;
    bool starts_line =
        false;  // the first of a complete line: where a shell would read on after an inner one ended
};

}  // namespace mountscope::shell
