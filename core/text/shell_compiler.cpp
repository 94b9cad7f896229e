#include "core/text/shell_compiler.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace mountscope::shell {

namespace {

class Compiler {
  public:
    Compiler(const ShellProgram& program, Code& code) : program_(program), code_(code) {}

    void compile_program() {
        for (const AndOr& item : program_.list.items) {
            std::size_t line = code_.instructions.size();
            if (item.starts_line) {
                if (has_line_) code_.instructions[last_line_].target = static_cast<std::uint32_t>(line);
                last_line_ = emit(Operation::kLine, item.first.at);
                has_line_ = true;
            }
            compile_and_or(item);
        }
        const std::uint32_t end = here();
        if (has_line_) code_.instructions[last_line_].target = end;
        emit(Operation::kHalt, {});
    }

  private:
    std::uint32_t here() const { return static_cast<std::uint32_t>(code_.instructions.size()); }

    std::uint32_t emit(Operation operation, ShellPosition at, std::uint8_t flags = 0) {
        Instruction instruction;
        instruction.operation = operation;
        instruction.flags = flags;
        instruction.at = at;
        code_.instructions.push_back(instruction);
        code_.has_lines = code_.has_lines || at.line > 1;
        return here() - 1;
    }
    std::uint32_t emit_named(Operation operation, ShellPosition at, const std::string& text,
                             std::uint8_t flags = 0) {
        const std::uint32_t index = emit(operation, at, flags);
        code_.instructions[index].text = text_index(text);
        return index;
    }
    std::uint32_t emit_jump(Operation operation, ShellPosition at, std::uint32_t target = 0) {
        const std::uint32_t index = emit(operation, at);
        code_.instructions[index].target = target;
        return index;
    }
    void land(std::uint32_t jump) { code_.instructions[jump].target = here(); }

    std::uint32_t text_index(const std::string& text) {
        const auto [found, is_new] =
            text_indices_.emplace(text, static_cast<std::uint32_t>(code_.texts.size()));
        if (is_new) code_.texts.push_back(text);
        return found->second;
    }

    // --- words ---

    void compile_parts(const std::vector<WordPart>& parts) {
        for (const WordPart& part : parts) compile_part(part);
    }

    void compile_part(const WordPart& part) {
        const std::uint8_t quoted = part.quoted ? kQuoted : 0;
        switch (part.kind) {
            case PartKind::kText:
                emit_named(Operation::kText, part.at, part.text,
                           static_cast<std::uint8_t>(quoted | (part.split ? kSplit : 0)));
                break;
            case PartKind::kParameter:
                compile_parameter(part, quoted);
                break;
            case PartKind::kCommand: {
                const std::uint32_t begin = emit(Operation::kBeginCapture, part.at);
                compile_list(*part.commands);
                land(begin);
                emit(Operation::kEndCapture, part.at, quoted);
                break;
            }
            case PartKind::kArithmetic:
                compile_text(part.argument, part.at);
                emit(Operation::kArithmetic, part.at, quoted);
                break;
        }
    }

    void compile_text(const std::vector<WordPart>& parts, ShellPosition at) {
        emit(Operation::kOpenText, at);
        compile_parts(parts);
    }

    void compile_pattern(const std::vector<WordPart>& parts, ShellPosition at) {
        emit(Operation::kOpenPattern, at);
        compile_parts(parts);
    }

    void compile_parameter(const WordPart& part, std::uint8_t quoted) {
        const auto flags = static_cast<std::uint8_t>(quoted | (part.colon ? kColon : 0));
        switch (part.action) {
            case ParameterAction::kPlain:
                emit_named(Operation::kParameter, part.at, part.text, flags);
                break;
            case ParameterAction::kLength:
                emit_named(Operation::kLength, part.at, part.text, flags);
                break;
            case ParameterAction::kDefault: {
                const std::uint32_t jump = emit_named(Operation::kValueOr, part.at, part.text, flags);
                compile_parts(part.argument);
                land(jump);
                break;
            }
            case ParameterAction::kAssign: {
                const std::uint32_t jump = emit_named(Operation::kValueOr, part.at, part.text, flags);
                compile_text(part.argument, part.at);
                emit_named(Operation::kAssignDefault, part.at, part.text, flags);
                land(jump);
                break;
            }
            case ParameterAction::kMissing: {
                const std::uint32_t jump = emit_named(Operation::kValueOr, part.at, part.text, flags);
                compile_text(part.argument, part.at);
                emit_named(Operation::kMissing, part.at, part.text, flags);
                land(jump);
                break;
            }
            case ParameterAction::kAlternative: {
                const std::uint32_t jump = emit_named(Operation::kJumpUnlessValue, part.at, part.text, flags);
                compile_parts(part.argument);
                land(jump);
                break;
            }
            case ParameterAction::kTrimPrefix:
            case ParameterAction::kTrimSuffix: {
                compile_pattern(part.argument, part.at);
                const std::uint8_t side = part.action == ParameterAction::kTrimSuffix ? kSuffix : 0;
                const std::uint8_t greedy = part.greedy ? kGreedy : 0;
                emit_named(Operation::kTrim, part.at, part.text,
                           static_cast<std::uint8_t>(quoted | side | greedy));
                break;
            }
        }
    }

    void compile_words(const std::vector<Word>& words, ShellPosition at) {
        emit(Operation::kOpenWords, at);
        for (const Word& word : words) {
            compile_parts(word.parts);
            emit(Operation::kEndWord, word.at);
        }
    }

    // --- lists ---

    void compile_list(const List& list) {
        if (list.items.empty()) emit(Operation::kClearStatus, {});
        for (const AndOr& item : list.items) compile_and_or(item);
    }

    void compile_condition(const List& list, ShellPosition at) {
        emit(Operation::kBeginCondition, at);
        compile_list(list);
        emit(Operation::kEndCondition, at);
    }

    // All but the last are tested by what follows them.
    void compile_and_or(const AndOr& item) {
        const std::size_t count = item.rest.size() + 1;
        std::vector<std::uint32_t> jumps;
        for (std::size_t i = 0; i < count; ++i) {
            const Pipeline& pipeline = i == 0 ? item.first : item.rest[i - 1].pipeline;
            const bool is_last = i + 1 == count;
            if (!is_last) emit(Operation::kBeginCondition, pipeline.at);
            if (i > 0) {
                // `a && b`: b is skipped when a failed, and so on along the row.
                compile_guarded(pipeline, item.rest[i - 1].is_and);
            } else {
                compile_pipeline(pipeline);
            }
            if (!is_last) emit(Operation::kEndCondition, pipeline.at);
        }
    }

    void compile_guarded(const Pipeline& pipeline, bool is_and) {
        const std::uint32_t jump =
            emit(is_and ? Operation::kJumpIfFailed : Operation::kJumpIfOk, pipeline.at);
        compile_pipeline(pipeline);
        land(jump);
    }

    void compile_pipeline(const Pipeline& pipeline) {
        if (pipeline.timed) emit(Operation::kBeginTime, pipeline.at);
        if (pipeline.negated) emit(Operation::kBeginCondition, pipeline.at);
        if (pipeline.stages.size() == 1) {
            compile_command(pipeline.stages.front());
        } else {
            std::uint32_t begin = emit(Operation::kBeginPipe, pipeline.at);
            for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
                compile_command(pipeline.stages[i]);
                land(begin);
                const std::size_t left = pipeline.stages.size() - i - 1;
                begin = emit(left == 0   ? Operation::kEndPipe
                             : left == 1 ? Operation::kLastPipe
                                         : Operation::kNextPipe,
                             pipeline.at);
            }
            emit(Operation::kCheckErrexit, pipeline.at);
        }
        if (pipeline.negated) {
            emit(Operation::kEndCondition, pipeline.at);
            emit(Operation::kNegate, pipeline.at);
        }
        if (pipeline.timed) emit(Operation::kEndTime, pipeline.at);
    }

    // --- commands ---

    void compile_command(const Command& command) {
        std::uint32_t redirect = 0;
        const bool is_simple = std::holds_alternative<SimpleCommand>(command.node);
        const bool redirects = !command.redirections.empty();
        if (redirects) {
            redirect = emit(Operation::kBeginRedirect, command.at);
            // The words of a simple command are expanded before its redirections take hold.
            if (!is_simple) compile_redirections(command.redirections, 0);
        }
        std::visit([&](const auto& node) { compile_node(node, command); }, command.node);
        if (redirects) {
            land(redirect);
            emit(Operation::kEndRedirect, command.at);
        }
    }

    static bool is_exec_alone(const SimpleCommand& simple) {
        if (simple.words.size() != 1 || simple.words[0].parts.size() != 1) return false;
        const WordPart& part = simple.words[0].parts[0];
        return part.kind == PartKind::kText && part.text == "exec";
    }

    void compile_redirections(const std::vector<Redirection>& redirections, std::uint8_t flags) {
        const bool has_text =
            std::any_of(redirections.begin(), redirections.end(), [](const Redirection& redirection) {
                return redirection.kind == RedirectionKind::kDocument ||
                       redirection.kind == RedirectionKind::kText;
            });
        if (has_text) flags |= kWithText;
        for (const Redirection& redirection : redirections) {
            const bool is_document = redirection.kind == RedirectionKind::kDocument;
            compile_text(
                is_document ? program_.documents[redirection.document].parts : redirection.target.parts,
                redirection.at);
            const std::uint32_t index =
                emit(Operation::kRedirect, redirection.at,
                     static_cast<std::uint8_t>(flags | (redirection.append ? kAppend : 0)));
            code_.instructions[index].text = static_cast<std::uint32_t>(redirection.kind);
            code_.instructions[index].number = static_cast<std::uint8_t>(redirection.descriptor);
        }
    }

    void compile_assignments(const std::vector<Assignment>& assignments, Operation operation) {
        for (const Assignment& assignment : assignments) {
            compile_text(assignment.value.parts, assignment.at);
            emit_named(operation, assignment.at, assignment.name, assignment.append ? kAppend : 0);
        }
    }

    void compile_node(const SimpleCommand& simple, const Command& command) {
        if (simple.words.empty()) {
            emit(Operation::kBeginAssign, command.at);
            compile_redirections(command.redirections, 0);
            compile_assignments(simple.assignments, Operation::kAssign);
            emit(Operation::kEndAssign, command.at);
        } else {
            compile_words(simple.words, command.at);
            compile_redirections(command.redirections, is_exec_alone(simple) ? kForShell : 0);
            compile_assignments(simple.assignments, Operation::kAssignBefore);
            emit(Operation::kRunCommand, command.at);
        }
        emit(Operation::kCheckErrexit, command.at);
    }

    void compile_node(const Group& group, const Command&) { compile_list(group.body); }

    void compile_node(const Subshell& subshell, const Command& command) {
        const std::uint32_t begin = emit(Operation::kBeginSubshell, command.at);
        compile_list(subshell.body);
        land(begin);
        emit(Operation::kEndSubshell, command.at);
        emit(Operation::kCheckErrexit, command.at);
    }

    void compile_node(const IfCommand& node, const Command& command) {
        std::vector<std::uint32_t> ends;
        for (const IfBranch& branch : node.branches) {
            compile_condition(branch.condition, command.at);
            const std::uint32_t skip = emit(Operation::kJumpIfFailed, command.at);
            compile_list(branch.body);
            ends.push_back(emit(Operation::kJump, command.at));
            land(skip);
        }
        if (node.otherwise) {
            compile_list(*node.otherwise);
        } else {
            emit(Operation::kClearStatus, command.at);
        }
        for (const std::uint32_t end : ends) land(end);
    }

    void compile_node(const LoopCommand& loop, const Command& command) {
        const std::uint32_t begin = emit(Operation::kBeginLoop, command.at);
        land(begin);
        const std::uint32_t again = here();
        compile_condition(loop.condition, command.at);
        const std::uint32_t leave =
            emit(loop.until ? Operation::kJumpIfOk : Operation::kJumpIfFailed, command.at);
        compile_list(loop.body);
        emit(Operation::kLoopStatus, command.at);
        emit_jump(Operation::kJump, command.at, again);
        land(leave);
        code_.instructions[begin].end = here();
        emit(Operation::kEndLoop, command.at);
    }

    void compile_node(const ForCommand& loop, const Command& command) {
        if (loop.over_arguments) {
            emit(Operation::kOpenWords, command.at);
            emit_named(Operation::kParameter, command.at, "@", kQuoted);
            emit(Operation::kEndWord, command.at);
        } else {
            compile_words(loop.words, command.at);
        }
        const std::uint32_t begin = emit(Operation::kBeginFor, command.at);
        land(begin);
        const std::uint32_t again = emit_named(Operation::kNextFor, command.at, loop.variable);
        compile_list(loop.body);
        emit(Operation::kLoopStatus, command.at);
        emit_jump(Operation::kJump, command.at, again);
        land(again);
        code_.instructions[begin].end = here();
        emit(Operation::kEndLoop, command.at);
    }

    void compile_expression(const Word& expression) {
        compile_text(expression.parts, expression.at);
        emit(Operation::kArithmeticCommand, expression.at);
    }

    // An empty condition is true, an empty initial or update expression nothing to do.
    void compile_node(const ForArithmetic& loop, const Command& command) {
        if (!loop.initial.parts.empty()) compile_expression(loop.initial);
        const std::uint32_t begin = emit(Operation::kBeginLoop, command.at);
        const std::uint32_t again = here();
        std::uint32_t leave = 0;
        if (!loop.condition.parts.empty()) {
            compile_expression(loop.condition);
            leave = emit(Operation::kJumpIfFailed, command.at);
        }
        compile_list(loop.body);
        emit(Operation::kLoopStatus, command.at);
        land(begin);
        if (!loop.update.parts.empty()) compile_expression(loop.update);
        emit_jump(Operation::kJump, command.at, again);
        if (leave != 0) land(leave);
        code_.instructions[begin].end = here();
        emit(Operation::kEndLoop, command.at);
    }

    void compile_node(const ArithmeticCommand& node, const Command& command) {
        compile_expression(node.expression);
        emit(Operation::kCheckErrexit, command.at);
    }

    void compile_node(const CaseCommand& node, const Command& command) {
        compile_text(node.subject.parts, command.at);
        std::vector<std::uint32_t> ends;
        for (const CaseBranch& branch : node.branches) {
            // The patterns of a branch: the first that matches jumps into the body.
            std::vector<std::uint32_t> hits;
            std::uint32_t miss = 0;
            for (std::size_t i = 0; i < branch.patterns.size(); ++i) {
                compile_pattern(branch.patterns[i].parts, branch.patterns[i].at);
                miss = emit(Operation::kMatchCase, branch.patterns[i].at);
                if (i + 1 < branch.patterns.size()) {
                    hits.push_back(emit(Operation::kJump, branch.patterns[i].at));
                    land(miss);
                }
            }
            for (const std::uint32_t hit : hits) land(hit);
            compile_list(branch.body);
            ends.push_back(emit(Operation::kJump, command.at));
            land(miss);
        }
        emit(Operation::kEndCase, command.at);
        for (const std::uint32_t end : ends) land(end);
    }

    void compile_node(const FunctionDefinition& node, const Command& command) {
        const std::uint32_t define = emit_named(Operation::kDefine, command.at, node.name);
        compile_command(node.body.front());
        emit(Operation::kReturn, command.at);
        land(define);
    }

    const ShellProgram& program_;
    Code& code_;
    std::unordered_map<std::string, std::uint32_t> text_indices_;
    std::uint32_t last_line_ = 0;
    bool has_line_ = false;
};

}  // namespace

std::shared_ptr<const Code> compile(const ShellProgram& program, std::string name) {
    auto code = std::make_shared<Code>();
    code->name = std::move(name);
    Compiler(program, *code).compile_program();
    return code;
}

}  // namespace mountscope::shell
