#pragma once
// Turns a parsed program into instructions.
//
//   std::shared_ptr<const shell::Code> code = shell::compile(program, "sh");
//
// Invariant: builders, frames and conditions opened by an instruction are closed on every way through the
// code, except when the machine unwinds (break, continue, return, exit, a failing redirection).

#include <memory>
#include <string>

#include "core/text/shell_code.hpp"
#include "core/text/shell_parser.hpp"

namespace mountscope::shell {

std::shared_ptr<const Code> compile(const ShellProgram& program, std::string name);

}  // namespace mountscope::shell
