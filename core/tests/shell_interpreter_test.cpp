// Running programs: what reaches the host, in which order, from which place; processes; slices; limits.

#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "core/tests/shell_test_host.hpp"

namespace mountscope::test {

namespace {

using List = std::vector<std::string>;

// The script of the mail, with its tabs, as it is pasted.
constexpr std::string_view kRunScript = R"(set -e -m

mount -t tmpfs zdtm /mnt
mkdir -p /mnt/1 /mnt/2
mount -t tmpfs zdtm /mnt/1
mount --make-shared /mnt/1
mkdir /mnt/1/1

for i in `seq $1`; do
	./mount --bind /mnt/1/1 /mnt/1/1
done

echo -n "umount -l /mnt/1 -> "
/usr/bin/time -f '%E' ./umount -l /mnt/1
)";

List run_script_commands(std::size_t binds) {
    List commands = {"mount -t tmpfs zdtm /mnt", "mkdir -p /mnt/1 /mnt/2", "mount -t tmpfs zdtm /mnt/1",
                     "mount --make-shared /mnt/1", "mkdir /mnt/1/1"};
    commands.insert(commands.end(), binds, "mount --bind /mnt/1/1 /mnt/1/1");
    commands.emplace_back("umount -l /mnt/1");
    return commands;
}

List commands_of(const std::string& text) {
    RecordingHost host;
    run_shell(host, text);
    CHECK(host.error == "");
    return host.commands;
}

// Reaches a limit: the message has `what` and `expected`.
void fails(const std::string& text, const ShellLimits& limits, const std::string& what,
           const std::string& expected) {
    CAPTURE(text);
    RecordingHost host;
    ShellInterpreter shell(host, limits);
    const ParseResult parsed = parse_shell(text, limits);
    REQUIRE_FALSE(parsed.error);
    shell.start(parsed.program);
    std::size_t steps = 0;
    while (shell.step()) REQUIRE(++steps < 5'000'000);
    CHECK(shell.state() == ShellState::kFailed);
    REQUIRE(shell.error());
    CHECK_MESSAGE(shell.error()->what.find(what) != std::string::npos, shell.error()->what);
    CHECK_MESSAGE(shell.error()->expected.find(expected) != std::string::npos, shell.error()->expected);
    // The next program runs as if nothing had been.
    host.output.clear();
    CHECK(run_shell(shell, host, "echo fine") == 0);
    CHECK(host.output == "fine\n");
}

}  // namespace

TEST_CASE("run.sh, pasted as it stands") {
    RecordingHost host;
    ShellInterpreter shell(host);
    shell.set_arguments({"5"});
    const ParseResult parsed = parse_shell(kRunScript);
    REQUIRE_FALSE(parsed.error);
    CHECK(parsed.program.arguments_used == 1);
    shell.start(parsed.program);
    while (shell.step()) {
    }
    CHECK(shell.state() == ShellState::kFinished);
    CHECK(shell.status() == 0);
    CHECK(host.commands == run_script_commands(5));
    CHECK(host.output == "umount -l /mnt/1 -> ");
    CHECK(host.error == "time %E\n");
    CHECK(host.timings == 0);
    CHECK(host.positions[0] == ShellPosition{3, 1});
    CHECK(host.positions[5] == ShellPosition{10, 2});
    CHECK(host.positions.back() == ShellPosition{14, 1});
}

TEST_CASE("run.sh stops where a command fails") {
    RecordingHost host;
    host.answers["mount --make-shared /mnt/1"] = {32, "", "mount: bad\n"};
    ShellInterpreter shell(host);
    shell.set_arguments({"5"});
    CHECK(run_shell(shell, host, kRunScript) == 32);
    CHECK(shell.ended_by_errexit());
    CHECK(host.commands.size() == 4);
    CHECK(host.error == "sh: line 6: mount: bad\n");
}

TEST_CASE("run.sh as a file, in a loop over new namespaces") {
    RecordingHost host;
    host.scripts["run.sh"] = kRunScript;
    CHECK(run_shell(host, "for i in `seq 2 3`; do  unshare -m sh ./run.sh $i; done") == 0);
    List expected;
    for (const std::size_t binds : {2U, 3U}) {
        const std::string process = "p" + std::to_string(binds - 1);
        expected.push_back("unshare -m --propagation private " + process);
        for (const std::string& command : run_script_commands(binds))
            expected.push_back("ns " + process + " " + command);
        expected.push_back("exit " + process);
    }
    CHECK(host.commands == expected);
    for (const ShellPosition at : host.positions) CHECK(at == ShellPosition{1, 25});
    CHECK(host.output == "umount -l /mnt/1 -> umount -l /mnt/1 -> ");
}

TEST_CASE("a mail's session: the script made by cat, then run") {
    RecordingHost host;
    CHECK(run_shell(host,
                    "cat > run.sh <<'EOF'\nmkdir /d$1\nEOF\nchmod +x run.sh\n./run.sh 1\nsh run.sh 2\nsh -ex "
                    "run.sh 3\n. ./run.sh\ncat run.sh") == 0);
    CHECK(host.commands == List{"mkdir /d1", "mkdir /d2", "mkdir /d3", "mkdir /d"});
    CHECK(host.output == "mkdir /d$1\n");
    CHECK(host.error.find("+ mkdir /d3\n") != std::string::npos);
    CHECK(host.notes.find("run.sh: its text is kept") != std::string::npos);
}

TEST_CASE("loops, substitutions and arithmetic make commands") {
    CHECK(commands_of("for i in $(seq 3); do mkdir /d$i; done") ==
          List{"mkdir /d1", "mkdir /d2", "mkdir /d3"});
    CHECK(commands_of("N=2; for i in {1..2}; do touch /f$((i * N)); done") == List{"touch /f2", "touch /f4"});
    CHECK(commands_of("for ((i = 0; i < 3; i++)); do mkdir /$i; done") ==
          List{"mkdir /0", "mkdir /1", "mkdir /2"});
    CHECK(commands_of("for ((i = 0; ; i += 2)) do ((i > 3)) && break; touch /$i; done") ==
          List{"touch /0", "touch /2"});
    CHECK(commands_of("i=0; while ((i < 2)); do touch /$i; i=$((i + 1)); done") ==
          List{"touch /0", "touch /1"});
    CHECK(commands_of("mkdir \"/a b\" '/c'") == List{"mkdir /a b", "mkdir /c"});
    CHECK(commands_of("d=/x; mount --bind $d ${d}/y && umount \"$d\"") ==
          List{"mount --bind /x /x/y", "umount /x"});
    CHECK(commands_of("touch /a*b /[c] /d?") == List{"touch /a*b", "touch /[c]", "touch /d?"});
    CHECK(printed("echo $((2 ** 10)) $((1 < 2 ? 7 : 8)); x=3; let x*=2; echo $x; ((x == 6)) && echo yes") ==
          "1024 7\n6\nyes\n");
    CHECK(printed("x=a; x+=b; echo $x; echo $'a\\tb' $\"c\"") == "ab\na\tb c\n");
    CHECK(printed("function f { echo f$1; }; f 1; function g() { echo g; }; g") == "f1\ng\n");
    CHECK(printed("echo a |& cat; cat <<< \"x $((1+1))\"") == "a\nx 2\n");
}

TEST_CASE("the scenario language typed into the shell") {
    CHECK(commands_of("! EBUSY umount /mnt\n? mkdir -p /x\nns b mount --bind /a /b\n! EINVAL ns b umount /q "
                      "&& echo ok\nexit ct\nunshare -m ct") ==
          List{"! EBUSY umount /mnt", "? mkdir -p /x", "ns b mount --bind /a /b", "! EINVAL ns b umount /q",
               "exit ct", "unshare -m ct"});
    RecordingHost host;
    host.answers["umount /mnt"] = {32, "", ""};
    CHECK(run_shell(host, "! umount /mnt && echo negated") == 0);
    CHECK(host.commands == List{"umount /mnt"});
    CHECK(host.output == "negated\n");
    CHECK(commands_of("undo; redo 2; goto 5; why /mnt; exit 3") ==
          List{"undo", "redo 2", "goto 5", "why /mnt"});
}

TEST_CASE("status and text of the host") {
    RecordingHost host;
    host.answers["umount /busy"] = {32, "", "umount: /busy: target is busy\n"};
    host.answers["mountinfo"] = {0, "1 0 / / root\n2 1 /mnt / x shared:1\n", ""};
    host.answers["pwd"] = {0, "/here\n", ""};
    CHECK(run_shell(host, "umount /busy || echo \"failed $?\"") == 0);
    CHECK(host.output == "failed 32\n");
    CHECK(host.error == "umount: /busy: target is busy\n");
    host.output.clear();
    host.error.clear();
    run_shell(host, "umount /busy 2>/dev/null; x=$(umount /busy 2>&1); echo \"[$x]\"");
    CHECK(host.output == "[umount: /busy: target is busy]\n");
    CHECK(host.error == "");
    host.output.clear();
    run_shell(host,
              "mount | grep -c mnt; grep shared /proc/self/mountinfo | wc -l; n=$(wc -l < /proc/mounts); "
              "echo $n; pwd; echo $PWD $(pwd)");
    CHECK(host.output == "1\n1\n2\n/here\n/here /here\n");
    host.output.clear();
    run_shell(host, "umount /a /busy /b; echo $?; mkdir /busy2 && echo ok");
    CHECK(host.output == "32\nok\n");
    host.answers["mount --bind /a /b"] = {32, "", ""};
    host.commands.clear();
    run_shell(host, "mount --bind --make-private /a /b");
    CHECK(host.commands == List{"mount --bind /a /b"});
    host.files.insert("/mnt/file");
    host.output.clear();
    run_shell(host,
              "[ -d /mnt ] && echo d; [ -e /nope ] || echo no; test -f /mnt/file && echo f; cat /mnt/file; "
              "cat /nope");
    CHECK(host.output == "d\nno\nf\n");
    CHECK(host.error.find("/nope: no such file") != std::string::npos);
    CHECK(host.notes.find("/mnt/file: files of the world are empty") != std::string::npos);
}

TEST_CASE("redirections") {
    CHECK(commands_of("echo hi > /mnt/f; : >> /g; umount /x > /dev/null 2>&1; mkdir /d >/dev/null") ==
          List{"touch /mnt/f", "touch /g", "umount /x", "mkdir /d"});
    CHECK(printed("echo a > f; echo b >> f; cat f; echo c >&2 2>/dev/null; { echo d; echo e >&2; } > "
                  "/dev/null 2>&1; echo g &> /dev/null; cat < /dev/null") == "a\nb\nc\n");
    RecordingHost host;
    host.answers["touch /ro/f"] = {1, "", "touch: /ro/f: read-only\n"};
    CHECK(run_shell(host, "mkdir /x > /ro/f; echo $?; mkdir /y > /proc/z") == 1);
    CHECK(host.commands == List{"touch /ro/f"});
    CHECK(host.output == "1\n");
    CHECK(host.error.find("`/proc/z` cannot be written to") != std::string::npos);
    CHECK(commands_of("echo 5 > /proc/sys/fs/mount-max; exec 3</mnt/d; exec 3<&-; exec") ==
          List{"mount-max 5", "open /mnt/d as 3", "close 3"});
    CHECK(printed("set -e; echo x > /sys/q; echo no").find("no\n") == std::string::npos);
    CHECK(printed("exec 2>&1; cat <<A; cat <<B\na $((1 + 1))\nA\nb\nB\n") == "a 2\nb\n");
}

TEST_CASE("an entered process gets what is typed until exit") {
    RecordingHost host;
    ShellInterpreter shell(host);
    run_shell(shell, host, "unshare -m\nmount --bind /a /b");
    CHECK(shell.process() == "p1");
    run_shell(shell, host, "cd /x; ! EBUSY umount /b; undo; state; ns other umount /q");
    run_shell(shell, host, "sudo nsenter -t ct -m bash\nls");
    CHECK(shell.process() == "p2");
    run_shell(shell, host, "echo $((1 / 0))\nls /not-reached");
    CHECK(shell.process() == "p2");
    CHECK(run_shell(shell, host, "for i in 1 2; do exit 4; done; ls /no\nls /outer") == 0);
    CHECK(shell.process() == "p1");
    run_shell(shell, host, "exit\nls /outermost\nexit 7\nls /no");
    CHECK(shell.status() == 7);
    CHECK(shell.process() == "");
    CHECK(host.commands == List{"unshare -m --propagation private p1", "ns p1 mount --bind /a /b",
                                "ns p1 cd /x", "! EBUSY ns p1 umount /b", "undo", "state",
                                "ns other umount /q", "ns p1 nsenter -m ct p2", "ns p2 ls", "exit p2",
                                "ns p1 ls /outer", "exit p1", "ls /outermost"});
    // It may also end by its name, or with the world.
    host.commands.clear();
    run_shell(shell, host, "unshare -m; unshare -m; exit p3; ls; exit p4; ls; unshare -m");
    CHECK(host.commands == List{"unshare -m --propagation private p3",
                                "ns p3 unshare -m --propagation private p4", "exit p3", "ns p4 ls", "exit p4",
                                "ls", "unshare -m --propagation private p5"});
    shell.forget_processes();
    host.commands.clear();
    run_shell(shell, host, "ls");
    CHECK(host.commands == List{"ls"});
}

TEST_CASE("a program in a process of its own") {
    CHECK(commands_of("unshare -m mount --bind /a /b; ls") ==
          List{"unshare -m --propagation private p1", "ns p1 mount --bind /a /b", "exit p1", "ls"});
    CHECK(commands_of("unshare -m sh -c 'cd /x; mkdir y; exit 3' || ls /failed$?") ==
          List{"unshare -m --propagation private p1", "ns p1 cd /x", "ns p1 mkdir y", "exit p1",
               "ls /failed3"});
    CHECK(commands_of("chroot /new ls /") ==
          List{"fork p1", "ns p1 chroot /new", "ns p1 cd /", "ns p1 ls /", "exit p1"});
    RecordingHost host;
    host.answers["unshare -m --propagation private p1"] = {1, "", "unshare: no\n"};
    CHECK(run_shell(host, "unshare -m mkdir /a; echo $?; unshare -m; mkdir /b") == 0);
    CHECK(host.output == "1\n");
    CHECK(host.commands == List{"unshare -m --propagation private p1", "unshare -m --propagation private p2",
                                "ns p2 mkdir /b"});
}

TEST_CASE("a subshell becomes a process when it changes directory") {
    CHECK(commands_of("(cd /x; mkdir y); mkdir z") ==
          List{"fork p1", "ns p1 cd /x", "ns p1 mkdir y", "exit p1", "mkdir z"});
    CHECK(commands_of("(mkdir y; x=1); mkdir z") == List{"mkdir y", "mkdir z"});
    CHECK(commands_of("x=$(cd /x; pwd)") == List{"fork p1", "ns p1 cd /x", "ns p1 pwd", "exit p1"});
    CHECK(commands_of("cd /a; (cd /b; (cd /c; ls); ls); ls") ==
          List{"cd /a", "fork p1", "ns p1 cd /b", "ns p1 fork p2", "ns p2 cd /c", "ns p2 ls", "exit p2",
               "ns p1 ls", "exit p1", "ls"});
    CHECK(commands_of("(cd /b; exit 1); ls") == List{"fork p1", "ns p1 cd /b", "exit p1", "ls"});
    CHECK(commands_of("{ cd /b; ls; }") == List{"cd /b", "ls"});
    CHECK(commands_of("f() { cd /b; }; f; ls") == List{"cd /b", "ls"});
}

TEST_CASE("variables, functions and options stay between programs") {
    RecordingHost host;
    ShellInterpreter shell(host);
    run_shell(shell, host, "N=3; f() { echo \"f$1 $N\"; }; set -- a b");
    CHECK(shell.variable("N") == "3");
    CHECK(shell.arguments() == List{"a", "b"});
    run_shell(shell, host, "f $2; (N=4; f x); set -e; false; echo no");
    CHECK(host.output == "fb 3\nfx 4\n");
    CHECK(shell.set_variable("N", "9"));
    CHECK_FALSE(shell.set_variable("1x", "9"));
    run_shell(shell, host, "echo $N; set +e; false; echo $?; unset N; f; echo \"$-\"");
    CHECK(host.output == "fb 3\nfx 4\n9\n1\nf \n\n");
    CHECK_FALSE(shell.variable("N"));
    ShellInterpreter moved = std::move(shell);
    run_shell(moved, host, "f 1");
    CHECK(host.output.ends_with("f1 \n"));
}

TEST_CASE("options") {
    CHECK(printed("set -x; echo 'a b' c; x=1; set +x; echo d") ==
          "a b c\nd\n+ echo 'a b' c\n+ x=1\n+ set +x\n");
    CHECK(printed("set -u; echo \"[$nothing]\"; echo no").find("`nothing` has no value") !=
          std::string::npos);
    CHECK(printed("set -o pipefail; false | true; echo $?; set +o pipefail; false | true; echo $?") ==
          "1\n0\n");
    CHECK(printed("set -q").find("`-q` is not an option") != std::string::npos);
    CHECK(printed("set -em; echo $-; false; echo no") == "em\n");
    CHECK(printed("export A=1; sh -c 'echo $A'; B=2; sh -c 'echo \"[$B]\"'; C=3 sh -c 'echo $C'; echo "
                  "\"[$C]\"; env D=4 sh -c 'echo $D'; export -p") == "1\n[]\n3\n[]\n4\nexport A='1'\n");
}

TEST_CASE("more that scripts use") {
    CHECK(printed("time { echo a; }; time for i in 1; do echo b; done") == "a\nb\ntime \ntime \n");
    CHECK(printed("time (exit 3); echo $?") == "3\ntime \n");
    CHECK(printed("for i in 1 2; do time { break; }; done; echo $i") == "1\ntime \n");
    CHECK(printed("sh <<EOF\necho a; cd() { :; }\nEOF\necho 'echo piped $#' | sh; sh -c 'echo $0 $1' n 1") ==
          "a\npiped 0\nn 1\n");
    CHECK(printed("command -v mount seq nosuch; echo $?; type cd f; f() { :; }; type f") ==
          "/bin/mount\nseq\n127\ncd is /bin/cd\nf is a function\nf: not found\n");
    CHECK(printed("[ \"$(id -u)\" -eq 0 ] && echo root; whoami; echo $EUID $HOME $$ ${RANDOM:-none}") ==
          "root\nroot\n0 / 1 none\n");
    CHECK(printed("su -; sudo -i; bash; sh; hash -r; shopt -s x; wait; umask 022; echo $?") == "0\n");
    CHECK(printed("trap 'umount /x' EXIT; echo a") == "a\n");
    CHECK(printed("x=1; x=2 :; echo $x; f() { echo $x; }; x=3 f; echo $x") == "1\n3\n1\n");
    CHECK(printed("IFS=,; for i in $(echo a,b); do echo $i; done; echo \"$(seq -s , 3)\"") ==
          "a\nb\n1,2,3\n");
    CHECK(printed("cat <<A | while read x y; do echo $y $x; done\n1 2\n3 4\nA\n") == "2 1\n4 3\n");
    CHECK(printed("printf 'a b\\nc d\\n' | cut -d ' ' -f 2 | sort -r | head -n 1") == "d\n");
    CHECK(printed("if [[ a == a ]]; then echo yes; fi; [[ -d / ]] && echo dir") == "yes\ndir\n");
    CHECK(printed("unset -f f; readonly a=1; (unset a); export b; echo $?").find("unset: a is readonly") !=
          std::string::npos);
    CHECK(printed("echo ${#} ${#@} ${x:+y} \"${x:-a b}\"; set -- 1 2; echo ${#*} ${2} ${10:-ten}") ==
          "0 0 a b\n2 2 ten\n");
}

TEST_CASE("errors of expansion end the program, with their place") {
    CHECK(printed("echo a\necho $((1 / 0))\necho b") ==
          "a\nsh: line 2, column 6: division by zero in ((1 / 0)), at its character 6; right would be: a "
          "divisor that is not 0\n");
    CHECK(printed("(echo $((1 / 0))); echo $?").starts_with("2\n"));
    CHECK(printed("echo ${x:?gone}; echo b").find("x: gone") != std::string::npos);
    CHECK(printed("readonly r=1; r=2; echo b").find("r may not be changed") != std::string::npos);
    CHECK(printed("echo a\nfoo\necho b").find("sh: line 2: foo: command not found") != std::string::npos);
    CHECK(printed("foo; echo $?") ==
          "127\nfoo: command not found; right would be: a command that `help` lists\n");
    CHECK(printed("eval 'if'; echo $?").starts_with("2\n"));
    CHECK(printed("seq $1").find("`set -- 5` gives $1 a value") != std::string::npos);
    CHECK(printed("break; return; shift 3; local x=1; read; sh nofile; . nofile; exit x y").find("no loop") !=
          std::string::npos);
}

TEST_CASE("in slices: one command of the host a step") {
    RecordingHost host;
    ShellInterpreter shell(host);
    shell.start(parse_shell("for i in $(seq 100); do mkdir /$i; done; umount -l /a /b /c").program);
    std::size_t before = 0;
    while (shell.step()) {
        CHECK(host.commands.size() - before <= 1);
        before = host.commands.size();
    }
    CHECK(host.commands.size() == 103);
    host.commands.clear();
    shell.start(parse_shell("while :; do mkdir /x; done").program);
    CHECK(shell.run(1'000) == ShellState::kRunning);
    CHECK(host.commands.size() == 500);
    shell.stop();
    CHECK(shell.state() == ShellState::kStopped);
    CHECK_FALSE(shell.step());
    CHECK(shell.run(10) == ShellState::kStopped);
    CHECK(host.commands.size() == 500);
    // What is stopped leaves no processes behind.
    host.commands.clear();
    shell.start(parse_shell("(cd /x; unshare -m sh -c 'while :; do ls; done')").program);
    shell.run(100);
    shell.start(parse_shell("pwd").program);
    shell.run(100);
    CHECK(host.commands[host.commands.size() - 3] == "exit p2");
    CHECK(host.commands[host.commands.size() - 2] == "exit p1");
    CHECK(host.commands.back() == "pwd");
}

TEST_CASE("nothing started, nothing done") {
    RecordingHost host;
    ShellInterpreter shell(host);
    CHECK(shell.state() == ShellState::kIdle);
    CHECK_FALSE(shell.step());
    shell.stop();
    CHECK(shell.state() == ShellState::kIdle);
    shell.start(ShellProgram{});
    CHECK(shell.run(10) == ShellState::kFinished);
    CHECK(shell.status() == 0);
}

TEST_CASE("every limit is an error that names it") {
    ShellLimits limits;
    limits.commands = 1'000;
    limits.words = 100;
    limits.word_bytes = 1'000;
    limits.words_bytes = 5'000;
    limits.capture_bytes = 2'000;
    limits.output_bytes = 3'000;
    limits.frames = 50;
    limits.scripts = 10;
    limits.variables = 50;
    limits.variable_bytes = 5'000;
    limits.text_bytes = 1'500;
    limits.work = 100'000;
    fails("while :; do :; done", limits, "too many commands", "at most 1000 commands");
    fails("while true; do x=1; done", limits, "too many commands", "1000");
    fails("x=aaaaaaaaaa; while :; do x=$x$x; done", limits, "a word of", "at most 1000 bytes");
    fails("x=aaaaaaaaaa; while :; do x+=$x; done", limits, "a value of", "at most 1000 bytes");
    fails("for i in $(seq 60) $(seq 60); do :; done", limits, "too many words", "at most 100 words");
    fails("f() { f $(seq 20); }; f", limits, "too many words", "at most 100 words");
    fails("for i in $(seq 40); do for j in $(seq 40); do for k in $(seq 40); do :; done; done; done", limits,
          "too many words", "100");
    fails("f() { f; }; f", limits, "too many loops, functions and subshells", "50");
    fails("f() { (f); }; f", limits, "too many loops, functions and subshells", "50");
    fails("f() { x=$(f); }; f", limits, "too many loops, functions and subshells", "50");
    fails("x='eval \"$x\"'; eval \"$x\"", limits, "too many scripts", "10");
    fails("x='sh -c \"$x\"'; export x; sh -c \"$x\"", limits, "too many scripts", "10");
    fails("while :; do echo 0123456789012345678901234567890123456789; done", limits, "too much output",
          "at most 3000 bytes");
    fails("x=$(while :; do echo 0123456789012345678901234567890123456789; done)", limits, "too much text",
          "at most 2000 bytes");
    fails("while :; do echo 0123456789012345678901234567890123456789; done | cat", limits, "too much text",
          "at most 2000 bytes");
    fails("while :; do echo 0123456789012345678901234567890123456789 >> f; done", limits, "too much text",
          "at most 1500 bytes");
    fails("i=0; while :; do i=$((i+1)); eval x$i=1; done", limits, "too many variables", "50");
    fails("i=0; while :; do i=$((i+1)); eval \"f$i() { :; }\"; done", limits, "too many variables", "50");
    fails("x=$(seq -s '' 99); i=0; while :; do i=$((i+1)); eval x$i=$x$x$x; done", limits,
          "too many variables", "5000 bytes");
    fails("touch $(seq 90); touch $(seq 90); while :; do touch $(seq 90); done", limits, "too many commands",
          "1000");
    ShellLimits work = limits;
    work.word_bytes = 100'000;
    work.words_bytes = 1'000'000;
    work.variable_bytes = 1'000'000;
    work.capture_bytes = 1'000'000;
    fails("x=$(seq -s '' 90); x=$x$x$x$x; x=$x$x$x$x; while :; do echo ${x##*1*2*3*4*5*6} >/dev/null; done",
          work, "too much work", "");
    // A recursion with processes gives them all back.
    RecordingHost host;
    ShellInterpreter shell(host, limits);
    run_shell(shell, host, "f() { (cd /x; f); }; f", limits);
    CHECK(shell.state() == ShellState::kFailed);
    const auto count = [&](const std::string& word) {
        std::size_t found = 0;
        for (const std::string& command : host.commands)
            found += command.find(word) != std::string::npos ? 1 : 0;
        return found;
    };
    CHECK(count("fork p") > 10);
    CHECK(count("fork p") == count("exit p"));
    CHECK(shell.process() == "");
}

TEST_CASE("large programs within the limits run") {
    CHECK(printed("n=0; for i in $(seq 100000); do n=$((n + i)); done; echo $n") == "5000050000\n");
    CHECK(printed("for i in {1..50000}; do :; done; echo $i") == "50000\n");
    std::string row = "x=0";
    for (int i = 0; i < 20'000; ++i) row += "\nx=$((x + 1))";
    CHECK(printed(row + "\necho $x") == "20000\n");
    CHECK(printed("f() { [ $1 -eq 0 ] || f $(($1 - 1)); }; f 300 && echo deep") == "deep\n");
}

}  // namespace mountscope::test
