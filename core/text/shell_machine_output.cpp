// Where text goes: sinks, captures, redirections, files with a known text.

#include <utility>

#include "core/text/shell_machine.hpp"
#include "core/text/shell_parser.hpp"

namespace mountscope::shell {

namespace {

constexpr std::size_t kMostNotes = 50;  // different ones, of one program
constexpr std::string_view kMountMaxFile = "/proc/sys/fs/mount-max";

std::string text_key(std::string_view name) {
    while (name.starts_with("./")) name.remove_prefix(2);
    return std::string(name);
}

}  // namespace

void Machine::write(Sink sink, std::string_view text) {
    if (text.empty() || sink.kind == SinkKind::kNowhere) return;
    if (sink.kind == SinkKind::kCapture) {
        if (capture_bytes_ + text.size() > limits_.capture_bytes) {
            fail_limit("too much text for $(...), pipes and files",
                       "at most " + count_text(limits_.capture_bytes, "byte") + " at once");
            return;
        }
        capture_bytes_ += text.size();
        captures_[sink.capture] += text;
        return;
    }
    output_bytes_ += text.size();
    if (output_bytes_ > limits_.output_bytes) {
        fail_limit("too much output", "at most " + count_text(limits_.output_bytes, "byte"));
        return;
    }
    host_.write(sink.kind == SinkKind::kOutput ? ShellStream::kOutput : ShellStream::kError, text);
}

// Said once, however often the loop comes by.
void Machine::note(const std::string& text) {
    if (notes_.size() >= kMostNotes || !notes_.insert(text).second) return;
    host_.write(ShellStream::kNote, text + "\n");
}

std::size_t Machine::open_capture() {
    captures_.emplace_back();
    return captures_.size() - 1;
}

std::string Machine::take_capture(std::size_t index) {
    std::string text = std::move(captures_[index]);
    capture_bytes_ -= text.size();
    captures_[index].clear();
    return text;
}

void Machine::redirect(const Instruction& instruction) {
    const std::string target = take_text();
    const auto kind = static_cast<RedirectionKind>(instruction.text);
    const int descriptor = instruction.number;
    const bool for_shell = (instruction.flags & kForShell) != 0;
    Frame& frame = frames_.back();
    frame.appends = (instruction.flags & kAppend) != 0;
    switch (kind) {
        case RedirectionKind::kText:
        case RedirectionKind::kDocument:
            context_.input = std::make_shared<InputText>();
            context_.input->text = kind == RedirectionKind::kText ? target + "\n" : target;
            break;
        case RedirectionKind::kInput:
            if (descriptor == 0) {
                int status = 0;
                const std::optional<std::string> text = read_file(target, status);
                if (!text) {
                    if (state_ == ShellState::kRunning) refuse_redirection("");
                    return;
                }
                context_.input = std::make_shared<InputText>();
                context_.input->text = *text;
            } else if (for_shell) {
                redirect_for_shell({"open", target, "as", std::to_string(descriptor)});
            }
            break;
        case RedirectionKind::kCopy:
            if (for_shell && target == "-" && descriptor > 2) {
                redirect_for_shell({"close", std::to_string(descriptor)});
            } else {
                copy_descriptor(descriptor, target);
            }
            break;
        case RedirectionKind::kOutputAll:
            if (redirect_to_file(frame, 1, target, (instruction.flags & kWithText) != 0))
                context_.error = context_.output;
            break;
        case RedirectionKind::kOutput:
            if (descriptor <= 2)
                redirect_to_file(frame, descriptor, target, (instruction.flags & kWithText) != 0);
            break;
    }
}

// `exec 3</dir` keeps a file open as long as the shell lives, `exec 3<&-` closes it.
void Machine::redirect_for_shell(const ScenarioWords& words) {
    if (!fork_if_needed(words)) {
        refuse_redirection("");
        return;
    }
    const ShellOutcome outcome = call_host(in_process(words));
    if (state_ == ShellState::kRunning && outcome.status != 0) refuse_redirection(outcome.error);
}

// `with_text`: the command has a text behind <<, as in `cat > run.sh <<EOF`. People make helper scripts that
// way, so only the text is kept, and the world gets no file of it. False when it was refused.
bool Machine::redirect_to_file(Frame& frame, int descriptor, const std::string& path, bool with_text) {
    Sink sink{SinkKind::kNowhere, 0};
    if (path == "/dev/stdout" || path == "/dev/fd/1") {
        sink = context_.output;
    } else if (path == "/dev/stderr" || path == "/dev/fd/2") {
        sink = context_.error;
    } else if (path == "/dev/tty" || path == "/dev/console") {
        sink = {SinkKind::kOutput, 0};
    } else if (path != "/dev/null") {
        const bool is_setting = path == kMountMaxFile;
        if (path.empty() || (!is_setting && (path.starts_with("/proc/") || path.starts_with("/sys/")))) {
            refuse_redirection("`" + path + "` cannot be written to; right would be: /dev/null, a file, or " +
                               std::string(kMountMaxFile));
            return false;
        }
        if (with_text) {
            note(path + ": its text is kept for `sh " + path + "` and `cat " + path +
                 "`; the world gets no file of it");
        } else if (!is_setting) {
            const ShellOutcome outcome = call_host(in_process({"touch", path}));
            if (state_ != ShellState::kRunning) return false;
            if (outcome.status != 0) {
                refuse_redirection(outcome.error);
                return false;
            }
        }
        frame.file = path;
        sink = {SinkKind::kCapture, open_capture()};
    }
    (descriptor == 2 ? context_.error : context_.output) = sink;
    return true;
}

void Machine::copy_descriptor(int descriptor, const std::string& source) {
    if (descriptor == 0) return;
    Sink sink{SinkKind::kNowhere, 0};
    if (source == "1") {
        sink = context_.output;
    } else if (source == "2") {
        sink = context_.error;
    } else if (source == "/dev/null" && descriptor == 1) {
        context_.error = sink;
    } else if (source != "-" && source.find_first_not_of("0123456789") != std::string::npos) {
        refuse_redirection("`>&" + source + "` is not known here; right would be: > " + source + " 2>&1");
        return;
    }
    if (descriptor == 1) context_.output = sink;
    if (descriptor == 2) context_.error = sink;
}

// The command is not run; what has been opened for it is closed.
void Machine::refuse_redirection(const std::string& error) {
    if (!error.empty()) report_error(error, 1);
    if (state_ != ShellState::kRunning) return;
    status_ = 1;
    while (frames_.back().kind != FrameKind::kRedirect) pop_frame();
    next_ = frames_.back().end + 1;
    pop_frame();
    check_errexit();
}

void Machine::end_redirect() {
    Frame& frame = frames_.back();
    const std::string file = std::move(frame.file);
    const bool appends = frame.appends;
    std::string text;
    if (!file.empty()) text = take_capture(frame.captures);
    pop_frame();
    if (file.empty()) return;
    if (file == kMountMaxFile) {
        while (text.ends_with('\n') || text.ends_with(' ')) text.pop_back();
        run_habit({"mount-max", text});
        return;
    }
    if (appends) text.insert(0, known_text(file).value_or(""));
    if (!keep_text(file, std::move(text))) {
        fail_limit("too much text in files", "at most " + count_text(limits_.text_bytes, "byte"));
    }
}

bool Machine::keep_text(const std::string& name, std::string text) {
    const std::string key = text_key(name);
    const auto found = texts_.find(key);
    const std::size_t old = found == texts_.end() ? 0 : found->second.size() + key.size();
    if (text_bytes_ - old + text.size() + key.size() > limits_.text_bytes) return false;
    text_bytes_ = text_bytes_ - old + text.size() + key.size();
    texts_[key] = std::move(text);
    return true;
}

std::optional<std::string> Machine::known_text(const std::string& name) {
    const std::string key = text_key(name);
    if (const auto found = texts_.find(key); found != texts_.end()) return found->second;
    std::optional<std::string> text = host_.file_text(key);
    if (text && text->size() > limits_.text_bytes) text->clear();
    return text;
}

// The text of a file that a filter, a redirection or `source` wants; says what is wrong otherwise.
std::optional<std::string> Machine::read_file(const std::string& name, int& status) {
    if (name == "/dev/null") return std::string();
    if (name == "-" || name == "/dev/stdin") {
        if (!context_.input) return std::string();
        std::string rest = context_.input->text.substr(context_.input->offset);
        context_.input->offset = context_.input->text.size();
        return rest;
    }
    std::optional<ScenarioWords> command = mountinfo_file(name);
    if (name == kMountMaxFile) command = ScenarioWords{"mount-max"};
    if (command) {
        ShellOutcome outcome = call_host(in_process(std::move(*command)));
        if (state_ != ShellState::kRunning) return std::nullopt;
        status = outcome.status;
        if (outcome.status == 0) return std::move(outcome.output);
        report_error(outcome.error, outcome.status);
        return std::nullopt;
    }
    if (std::optional<std::string> text = known_text(name)) return text;
    const PathKind kind = name.empty() ? PathKind::kMissing : host_.path_kind(context_.process, name);
    if (kind == PathKind::kFile) {
        note(name + ": files of the world are empty: their contents are not simulated");
        return std::string();
    }
    status = 1;
    report_error(name + (kind == PathKind::kDirectory ? ": is a directory" : ": no such file or directory"),
                 1);
    return std::nullopt;
}

}  // namespace mountscope::shell
