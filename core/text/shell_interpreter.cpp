#include "core/text/shell_interpreter.hpp"

#include <utility>

#include "core/text/shell_compiler.hpp"
#include "core/text/shell_machine.hpp"

namespace mountscope {

ShellInterpreter::ShellInterpreter(ShellHost& host, const ShellLimits& limits)
    : machine_(std::make_unique<shell::Machine>(host, limits)) {}
ShellInterpreter::~ShellInterpreter() = default;
ShellInterpreter::ShellInterpreter(ShellInterpreter&&) noexcept = default;
ShellInterpreter& ShellInterpreter::operator=(ShellInterpreter&&) noexcept = default;

void ShellInterpreter::start(const ShellProgram& program, std::string name) {
    machine_->start(shell::compile(program, std::move(name)));
}

bool ShellInterpreter::step() {
    return machine_->step();
}

ShellState ShellInterpreter::run(std::size_t most_steps) {
    for (std::size_t i = 0; i < most_steps && machine_->step(); ++i) {
    }
    return machine_->state();
}

void ShellInterpreter::stop() {
    machine_->stop();
}
ShellState ShellInterpreter::state() const {
    return machine_->state();
}
int ShellInterpreter::status() const {
    return machine_->status();
}
const std::optional<ShellError>& ShellInterpreter::error() const {
    return machine_->error();
}
ShellPosition ShellInterpreter::position() const {
    return machine_->position();
}
std::size_t ShellInterpreter::commands_run() const {
    return machine_->commands_run();
}
bool ShellInterpreter::ended_by_errexit() const {
    return machine_->ended_by_errexit();
}
void ShellInterpreter::set_arguments(std::vector<std::string> arguments) {
    machine_->set_arguments(std::move(arguments));
}
std::vector<std::string> ShellInterpreter::arguments() const {
    return machine_->arguments();
}

bool ShellInterpreter::set_variable(std::string_view name, std::string_view value) {
    return is_shell_name(name) && machine_->variables().set(name, value) == shell::StoreResult::kOk;
}

std::optional<std::string> ShellInterpreter::variable(std::string_view name) const {
    const shell::Variable* const variable = machine_->variables().find(name);
    return variable != nullptr && variable->is_set ? std::optional(variable->value) : std::nullopt;
}

const std::string& ShellInterpreter::process() const {
    return machine_->process();
}
void ShellInterpreter::forget_processes() {
    machine_->forget_processes();
}

}  // namespace mountscope
