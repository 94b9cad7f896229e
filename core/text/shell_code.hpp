#pragma once
// The shell language as instructions of a small machine, so that a program can be run in slices, stopped
// anywhere and nested to any depth without using the C++ stack.
//
//   for i in $(seq 3); do mount --bind /a /b; done
//
//    0 OpenWords                   words being built lie on a stack of builders
//    1 BeginCapture  -> 7
//    2 OpenWords; 3 Text seq, EndWord; Text 3, EndWord; 5 RunCommand; 6 CheckErrexit
//    7 EndCapture                  appends what was printed, split into words
//    8 EndWord
//    9 BeginFor      -> 10 (continue), 13 (break)
//   10 NextFor i     -> 13
//   11 OpenWords ... RunCommand; 12 Jump -> 10
//   13 EndLoop
//
// The compiler writes it (shell_compiler.hpp), the machine runs it (shell_machine.hpp); each operation is
// explained here only.

#include <cstdint>
#include <string>
#include <vector>

#include "core/text/shell_types.hpp"

namespace mountscope::shell {

enum class Operation : std::uint8_t {
    // Words. `text` is an index into Code::texts.
    kOpenWords,        // begin a command's words
    kOpenText,         // begin one text: nothing in it is split
    kOpenPattern,      // the same; quoted characters lose their special meaning
    kText,             // append text
    kParameter,        // append the value of a parameter
    kLength,           // append the number of its characters
    kValueOr,          // ${x-...}: append its value and jump, if there is one
    kJumpUnlessValue,  // ${x+...}: jump if it has none
    kAssignDefault,    // ${x=...}: the open text becomes its value and is appended
    kMissing,          // ${x?...}: the open text is the message of an error
    kTrim,             // ${x#...}, ${x%...}: the open pattern is taken off
    kArithmetic,       // the open text is evaluated, its value appended
    kBeginCapture,     // $(...): what is printed up to kEndCapture (at `target`) is caught in a subshell
    kEndCapture,       // and appended
    kEndWord,          // a word ends
    // Commands.
    kBeginAssign,   // x=... without a command: the status is that of the last $(...)
    kAssign,        // the open text becomes the value of a variable
    kAssignBefore,  // x=... command: the same for the time of the command
    kEndAssign,
    kRunCommand,         // run the open words
    kArithmeticCommand,  // ((...)): the status tells whether the open text is not 0
    kNegate,             // !
    kCheckErrexit,       // set -e: end the shell if the status is a failure that nobody tests
    kBeginCondition,     // failures are tested from here
    kEndCondition,       // to here
    kClearStatus,        // the status of an `if` without a true branch, of an empty list
    kBeginRedirect,      // redirections hold up to kEndRedirect (at `target`)
    kRedirect,  // the open text is a file or a descriptor; `text` is the kind, `number` the descriptor
    kEndRedirect,
    kBeginTime,
    kEndTime,
    // Flow.
    kJump,
    kJumpIfOk,
    kJumpIfFailed,
    kBeginLoop,  // `target` is where `continue` goes, `end` where `break` goes
    kBeginFor,   // the same; the open words are what it goes over
    kNextFor,    // the next of them becomes the value of the variable `text`; jump to `target` after the last
    kLoopStatus,  // the body's status may become that of the loop
    kEndLoop,
    kBeginSubshell,  // variables and options are those of before after kEndSubshell (at `target`)
    kEndSubshell,
    kBeginPipe,  // the same, and what is printed goes to the next stage
    kNextPipe,   // a stage ends, the next begins; its end is at `target`
    kLastPipe,   // the last one's output is the pipeline's
    kEndPipe,
    kMatchCase,  // the open pattern is compared with the open text below it; jump to `target` if it does not
                 // match
    kEndCase,    // nothing matched: the open text is dropped
    kDefine,     // the function `text` begins at the next instruction and ends with kReturn; jump to `target`
    kReturn,
    kLine,  // a complete line of the program begins; the next one begins at `target`
    kHalt,
};

// Flags of an instruction.
constexpr std::uint8_t kQuoted = 1;      // the result is not split
constexpr std::uint8_t kSplit = 2;       // blanks in literal text separate words
constexpr std::uint8_t kColon = 4;       // an empty value counts as none
constexpr std::uint8_t kGreedy = 8;      // the longest match
constexpr std::uint8_t kSuffix = 16;     // at the end
constexpr std::uint8_t kAppend = 32;     // += and >>
constexpr std::uint8_t kWithText = 64;   // a redirection of a command that has a text behind <<
constexpr std::uint8_t kForShell = 128;  // a redirection of `exec` alone: it stays

struct Instruction {
    Operation operation = Operation::kHalt;
    std::uint8_t flags = 0;
    std::uint8_t number = 0;
    std::uint32_t text = 0;
    std::uint32_t target = 0;
    std::uint32_t end = 0;
    ShellPosition at;
};

struct Code {
    std::string name = "sh";  // in messages
    bool has_lines = false;   // more than one
    std::vector<Instruction> instructions;
    std::vector<std::string> texts;
};

}  // namespace mountscope::shell
