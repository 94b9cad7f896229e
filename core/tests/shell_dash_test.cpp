// The shell language against dash: the same text gives the same output and status. Texts use only what both
// have; what differs on purpose (brace expansion, echo without escapes, ** and ++) is tested elsewhere.

#include <doctest/doctest.h>

#ifndef __EMSCRIPTEN__

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

#include "core/tests/shell_test_host.hpp"

namespace mountscope::test {

namespace {

struct Outcome {
    std::string output;
    int status = 0;
};

// Writes the text into a file, so that the shell's standard input stays empty.
Outcome run_dash(const std::string& text) {
    char name[] = "/tmp/mountscope-dash-XXXXXX";
    const int descriptor = mkstemp(name);
    REQUIRE(descriptor >= 0);
    REQUIRE(write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    close(descriptor);
    FILE* const pipe = popen((std::string("/bin/dash ") + name + " 2>/dev/null </dev/null").c_str(), "r");
    REQUIRE(pipe != nullptr);
    Outcome outcome;
    char buffer[4096];
    for (std::size_t count = fread(buffer, 1, sizeof buffer, pipe); count > 0;
         count = fread(buffer, 1, sizeof buffer, pipe)) {
        outcome.output.append(buffer, count);
    }
    const int status = pclose(pipe);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    unlink(name);
    return outcome;
}

// Texts are separated by lines of %%.
constexpr const char* kTexts[] = {
    R"sh(echo hello   world
%%
x='a  b'; echo $x "$x" '$x' \$x
%%
for i in 1 2 3; do echo $i; done
%%
for i in `seq 3`; do echo n$i; done; for i in $(seq 2 4); do echo "m$i"; done
%%
i=0; while [ $i -lt 5 ]; do i=$((i+1)); if [ $i = 3 ]; then continue; fi; echo $i; done
%%
i=0; until [ $i -ge 3 ]; do i=$((i+1)); echo $i; done; echo end $?
%%
set -- a 'b c' d; for x; do echo "[$x]"; done; for x in "$@"; do echo "<$x>"; done; for x in $@; do echo "($x)"; done; for x in "$*"; do echo "{$x}"; done; echo $#
%%
set -- a b c; shift; echo $1 $#; shift 2; echo $#
%%
IFS=:; x=a:b::c:; for w in $x; do echo "[$w]"; done
%%
IFS=' :'; x=' a : b  c:: d '; for w in $x; do echo "[$w]"; done
%%
x=" a b "; for w in $x; do echo "[$w]"; done; for w in q$x; do echo "[$w]"; done; for w in ${x}q; do echo "[$w]"; done; for w in q${x}q"$x"; do echo "[$w]"; done
%%
echo ${a:-def} ${a-def} ${a:=set} $a ${a:+alt} ${b:+alt} "${b-x y}"
%%
a=; echo "[${a-unset}]" "[${a:-empty}]" "[${a+set}]" "[${a:+nonempty}]"
%%
p=/usr/lib/x.tar.gz; echo ${p#*/} ${p##*/} ${p%.*} ${p%%.*} ${#p}
%%
for i in ${X:-1 2 3}; do echo $i; done; for i in "${X:-1 2 3}"; do echo $i; done
%%
echo $((1+2*3)) $(( (1+2)*3 )) $((7/2)) $((-7/2)) $((-7%3)) $((1<<4)) $((5>3)) $((5==5)) $((!0)) $((~5)) $((1?2:3)) $((0||1&&0))
%%
x=5; echo $((x+1)) $(($x*2)) $((x=x+1)) $x; echo $((x+=2)) $x
%%
echo $((0x1f)) $((010))
%%
if true; then echo yes; else echo no; fi; if false; then echo yes; elif true; then echo elif; else echo no; fi; if false; then :; fi; echo $?
%%
true && echo a || echo b; false && echo a || echo b; false || echo c && echo d; true || echo e
%%
! true; echo $?; ! false; echo $?; if ! false; then echo neg; fi
%%
(x=1; echo $x); echo "[$x]"; { y=2; echo $y; }; echo "[$y]"
%%
(exit 3); echo $?; (false); echo $?; x=$(exit 4); echo $?; x=$(true) ; echo $?
%%
f() { echo "f $1 $#"; return 7; echo no; }; f a b; echo $?; f; echo $#
%%
f() { local x; x=2; echo $x; }; x=1; f; echo $x
%%
f() { local x=5 y; g; }; g() { echo "x=$x"; x=6; }; x=1; f; echo $x
%%
fact() { if [ $1 -le 1 ]; then echo 1; else echo $(( $1 * $(fact $(($1-1))) )); fi; }; fact 10
%%
case abc in a*) echo star;; abc) echo exact;; esac; case x in a|x) echo alt;; esac; case "a b" in "a b") echo q;; esac; case z in [a-m]) echo 1;; [!a-m]) echo 2;; esac; case "*" in "*") echo lit;; esac; case q in a) echo no;; esac; echo $?
%%
x='*'; case abc in "$x") echo quoted;; $x) echo pattern;; esac
%%
set -e; false; echo not reached
%%
set -e; if false; then :; fi; false || true; false && true; ! true; echo reached; (false); echo no
%%
set -e; f() { false; echo in f; }; if f; then echo ok; fi; f || echo no; f; echo not
%%
set -e; x=$(false); echo no
%%
set -e; echo $(false) yes; for i in $(false); do :; done; echo yes2; while false; do :; done; echo yes3; { false && true; }; echo yes4
%%
set -e; f() { false && true; }; f; echo no
%%
set -e; (false && true); echo no
%%
set -e; case x in x) false;; esac; echo no
%%
set -e; { false; } || echo caught; (set +e; false; echo after); false | true; echo pipe; true | false; echo no
%%
set -e; ! false; ! true; echo fine
%%
set -e; until false; do break; done; echo z; set +e; false; echo y
%%
set -e; f() { return 3; }; f && echo a; echo b; f || echo c; f; echo no
%%
set -e; eval false; echo no
%%
set -e; if (false; echo sub); then echo then; fi
%%
set -e; x=$(echo a; false; echo b) || true; echo $x
%%
for i in 1 2 3; do for j in a b c; do [ $j = b ] && continue 2; echo $i$j; done; done; for i in 1 2; do for j in a b; do break 2; done; done; echo $i$j
%%
for i in 1 2 3; do if [ $i = 2 ]; then break; fi; echo $i; done; echo done $i $?
%%
while true; do false; break; done; echo $?
%%
for i in 1 2; do false; done; echo $?; for i in; do :; done; echo $?
%%
echo a | cat; echo one two | { read a b; echo "$b-$a"; }; printf '1\n2\n3\n' | while read n; do echo "n=$n"; done
%%
x=1; echo 5 | read x; echo $x
%%
cat <<EOF
x $((1+1)) $(echo sub) `echo bq` \$x "q" \\ \a
EOF
%%
cat <<'EOF'
x $((1+1)) $(echo sub)
EOF
%%
if true; then
	cat <<-EOF
		tabbed
	EOF
fi
echo after
%%
x=5 sh -c 'echo $x'; echo "[$x]"; export y=6; sh -c 'echo $y'; z=7; sh -c 'echo "[$z]"'
%%
sh -c 'echo $0 $1 $2 $#' name a b
%%
sh -c 'exit 9'; echo $?; sh -ec 'false; echo no'; echo $?
%%
eval 'x=3; echo $x'; echo $x; eval "for i in 1 2; do echo \$i; done"
%%
printf '%s-%d\n' a 1 b 2; printf '%5s|%-5s|%05d|%x|%o|%c\n' ab cd 42 255 8 xyz; printf 'no newline'; printf '\n%%\n'; printf '%s\n' a b c; printf '[%s]\n'; printf '%b\n' 'a\tb'
%%
test a = a && echo eq; test a != b && echo ne; [ 1 -lt 2 ] && echo lt; [ -n "" ] || echo empty; [ -z "" ] && echo z; [ "" ] || echo false; [ x ] && echo true; [ ! x ] || echo notx; [ 1 -eq 1 -a 2 -eq 2 ] && echo and; [ 1 -eq 2 -o 2 -eq 2 ] && echo or; [ \( a = a \) ] && echo paren; [ ! a = b ] && echo n3
%%
[ -d / ] && echo dir; [ -e /nonexistent/x ] || echo missing; [ -f / ] || echo notfile
%%
expr 1 + 2; expr 3 \* 4; expr 10 / 3; expr 10 % 3; expr 2 \> 1; expr a = a; expr \( 1 + 2 \) \* 3; expr 0; echo $?; expr length abc
%%
seq 3; seq 2 4; seq 1 2 7; seq 3 -1 1; seq 5 1; seq -w 8 10; seq -s, 3
%%
basename /a/b.txt .txt; basename /a/; dirname /a/b/c; dirname x; dirname /; basename /
%%
echo a\
b; echo "c\
d"
%%
x="a b"; y=$x; echo "$y"; z=$(echo "p  q"); echo "$z" $z
%%
echo "$(echo "nested $(echo "deep")")" `echo \`echo inner\``
%%
unset u; echo "[$u]"; u=1; unset u; echo "[${u-unset}]"
%%
readonly r=1; echo $r; (r=2; echo no); echo $?
%%
set -u; echo ${x-ok}; (echo $x; echo no); echo $?
%%
: ${x:?message}; echo no
%%
(echo ${x:?gone}) 2>/dev/null; echo $?
%%
echo out; echo err >&2; { echo a; echo b >&2; } 2>/dev/null; (echo c; echo d >&2) >/dev/null 2>&1; echo e 2>/dev/null 1>&2; echo z
%%
x=$(echo err >&2); y=$(echo both 2>&1); echo "[$x][$y]"; z=$({ echo q >&2; } 2>&1); echo "[$z]"
%%
echo $((1/0)); echo no
%%
(echo $((1/0))) 2>/dev/null; echo $?
%%
exit 3; echo no
%%
(exit); echo $?; false; (exit); echo $?
%%
false; echo $? $?; x=1; echo $?
%%
f() { f2() { echo inner; }; }; f; f2)sh",
    R"sh(f() ( cd /; x=1; echo sub ); f; echo "[$x]"
%%
a=1 b=$a; echo "[$b]"; a=2 b=$a; echo $b
%%
set -- "a b" c; f() { echo $#; for i in "$@"; do echo "<$i>"; done; }; f "$@"; f $@; f "$*"; f "x$@y"; set --; f "$@"; f "$*"; f "" ''; f $nothing
%%
echo ~x #comment
echo a#b # c
%%
if [ 1 = 1 ] ; then echo a ; fi ; 
%%
i=10; while [ $i -gt 0 ]; do i=$(expr $i - 3); done; echo $i
%%
x=abc; echo ${x%c}${x#a}; y=c; echo ${x%$y} ${x%"$y"}; z='?'; echo ${x%$z} "${x%"$z"}" ${x%'?'}
%%
x="a*b"; echo "${x%\*b}" "${x#a}"
%%
echo "${x:-a}b" ${x:-"q  r"} "${x:-'s'}" ${x:-'t  u'} "${x:-"v  w"}"
%%
x='$(echo no)'; echo $x
%%
for f in a "b c" 'd'; do printf '[%s]' "$f"; done; echo
%%
{ echo 1; echo 2; } | while read x; do echo "got $x"; done | cat
%%
read x <<EOF
  hello world  
EOF
echo "[$x]"
%%
IFS=, read a b c <<EOF
1,2,3,4
EOF
echo "$a|$b|$c"
%%
read -r x <<'EOF'
a\tb
EOF
printf '%s\n' "$x"
%%
while read a b; do echo "$b $a"; done <<EOF
1 2
3 4
EOF
%%
f() { while [ $# -gt 0 ]; do echo $1; shift; done; }; f a b c
%%
x=5; ( x=6; ( x=7; echo $x ); echo $x ); echo $x
%%
f() { for i in 1 2; do return $i; done; }; f; echo $?
%%
f() { (return 4); echo $?; }; f
%%
x=1; f() { x=2; }; (f; echo $x); echo $x; y=$(f; echo $x); echo $y $x
%%
command -v true >/dev/null && echo known; command -v nosuchcmd >/dev/null || echo unknown
%%
nosuchcmd 2>/dev/null; echo $?
%%
echo $(( 9223372036854775807 ))
%%
echo "a	b"; x="a	b"; echo $x
%%
printf '%s\n' "${#x}" "${#}"; x=héllo; echo $x
%%
true; while [ $? -eq 0 ] ; do false; done; echo $?
%%
a() { echo a; }; b() { a; echo b; }; b; unset -f a; b 2>/dev/null
%%
set -e; trap 'echo bye' USR1; echo x
%%
echo 1; { echo 2; exit 5; }; echo 3
%%
echo start; sh -c 'echo in; exit 2' || echo "failed $?"
%%
for i in 1 2 3; do echo $i; done | { read a; read b; echo "$a,$b"; }
%%
case $(echo b) in a) echo A;; b) case c in c) echo BC;; esac;; esac
%%
case a in (a) echo paren;; esac
%%
if case a in a) true;; esac then echo ok; fi
%%
x=3; while x=$((x-1)); [ $x -gt 0 ]; do echo $x; done
%%
echo a; # trailing
# full
  # indented
echo b
%%
f() { echo $1; } ; f x; f() { echo new $1; }; f y
%%
x=a; x=$x$x; x=$x$x; echo $x ${#x}
%%
set a b c; echo $2; set -- -x; echo $1
%%
echo "$#" "$?" "${1-none}"
%%
PATH=/nowhere; echo still
%%
cat /dev/null; echo $?; : > /dev/null; echo ok
%%
x=`echo "a b"`; echo "$x"; echo `echo '\\'`; echo `echo "$x"`; echo "`echo "in q"`"
%%
test 1 -lt 2 -a -n x && echo y; test -z; echo $?; test; echo $?
%%
f() { if [ "$1" -gt 0 ]; then f $(($1 - 1)); else echo base; fi; }; f 50
%%
i=0; for x in 1 2 3; do i=$((i + x)); done; echo $i; echo $((i * (i + 1) / 2))
%%
echo {a} {} a{b }c{ 
%%
IFS=; x="a b"; for w in $x; do echo "[$w]"; done
%%
IFS=:; set -- a b c; echo "$*"; echo $*; x="$*"; echo "$x"; unset IFS; echo "$*"
%%
x=$(printf 'a\n\n\n'); echo "[$x]"; x=$(printf '\na'); echo "[$x]"
%%
if ! (exit 1); then echo inverted; fi
%%
true | false; echo $?; false | true; echo $?; ! true | false; echo $?
%%
set -e
f() {
  local v
  v=$(echo val)
  [ -n "$v" ]
  echo "v=$v"
}
f
[ -z "x" ] || echo ok
%%
while :; do while :; do break 2; done; echo no; done; echo out
%%
for i in 1 2 3; do (continue; echo no); echo $i; done 2>/dev/null
%%
eval "echo a; exit 4"; echo no
%%
x='echo hi; echo there'; eval $x; eval "$x"
%%
echo "a\"b" 'it'"'"'s' a\ b "\$x" "a
b")sh",
};

}  // namespace

TEST_CASE("the same text does the same in dash") {
    if (access("/bin/dash", X_OK) != 0) {
        MESSAGE("no /bin/dash here: not compared");
        return;
    }
    std::size_t compared = 0;
    for (const char* const part : kTexts) {
        std::string rest = part;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find("\n%%\n"), rest.size());
            const std::string text = rest.substr(0, end) + "\n";
            rest.erase(0, std::min(end + 4, rest.size()));
            CAPTURE(text);
            const Outcome expected = run_dash(text);
            RecordingHost host;
            const int status = run_shell(host, text);
            CHECK(host.output == expected.output);
            CHECK(status == expected.status);
            ++compared;
        }
    }
    CHECK(compared > 100);
}

}  // namespace mountscope::test

#endif
