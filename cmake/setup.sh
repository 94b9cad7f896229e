#!/usr/bin/env bash
# Installs what the build needs on Debian 12 and says what it is doing. Run by ./dev; harmless to run again.
#
#   cmake/setup.sh web      what the browser build needs
#   cmake/setup.sh native   what the native build needs
#   cmake/setup.sh test     everything
#
# Third-party parts go to a folder in the user's cache, named after the hash of all their pins, and .deps points to it:
# clones on one machine share it, and a changed pin gives a new folder. The stamp in it is written last.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly root=$PWD
readonly purpose=${1:-test}
readonly cache=${MOUNTSCOPE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/mountscope}
export DEBIAN_FRONTEND=noninteractive

step() { printf '   [%4ds] %s\n' "$SECONDS" "$*"; }
fail() { printf '\nSet-up failed: %s\n' "$*" >&2; exit 1; }

# Runs a command with its output in the log; tries three times, since mirrors hiccup.
retry() {
    local try
    for try in 1 2 3; do
        "$@" >>"$log" 2>&1 </dev/null && return 0
        [ "$try" = 3 ] || { step "that did not work, trying again ($try of 2): $1 ${2:-}"; sleep $((try * 5)); }
    done
    return 1
}

explain_log() { printf -- '--- the end of %s\n' "$log" >&2; tail -n 25 "$log" | cut -c1-300 >&2; }

warn_loudly() {
    {
        printf '\n!!! ------------------------------------------------------------------------------\n'
        printf '!!! WARNING: %s\n' "$@"
        printf '!!! ------------------------------------------------------------------------------\n\n'
    } >&2
}

# --- the machine's own packages ---------------------------------------------------------------------------------

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

wanted_packages() {
    echo cmake ninja-build ccache clang-19 xz-utils python3 python3-fonttools ca-certificates
    command -v node >/dev/null || echo nodejs
    command -v npm >/dev/null || echo npm
    case $purpose in web | test) echo lld-19 llvm-19 ;; esac
    case $purpose in native | test)
        echo g++ libsdl2-dev libgl-dev libegl1 libgl1-mesa-dri libstb-dev libbenchmark-dev ;;
    esac
    case $purpose in test)
        echo clang-format-19 clang-tidy-19 libclang-rt-19-dev llvm-19 chromium fonts-dejavu-core ;;
    esac
}

install_packages() {
    local wanted missing
    wanted=$(wanted_packages | tr ' ' '\n' | sort -u)
    missing=$(comm -23 <(echo "$wanted") \
        <(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $wanted 2>/dev/null | sed -n 's/^installed //p' | sort -u))
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        fail "these packages are missing and this is not root: $(echo $missing)"
    fi
    step "installing packages: $(echo $missing)"
    retry as_root apt-get -q -o Acquire::Retries=3 update || { explain_log; fail "apt-get update"; }
    retry as_root apt-get -q -y -o Acquire::Retries=3 install --no-install-recommends $missing ||
        { explain_log; fail "apt-get install $(echo $missing)"; }
}

# --- third-party parts ------------------------------------------------------------------------------------------

# A private view of the next releases, from the mirror that this machine uses and under the same signing key.
open_private_apt() {
    local mirror keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    mirror=$(apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk '$2 == "bookworm" && $3 == "main" { print $1; exit }')
    [ -n "$mirror" ] || fail "apt on this machine has no bookworm main to take the mirror's address from"
    apt_root=$work/apt
    mkdir -p "$apt_root/lists/partial" "$apt_root/archives/partial"
    chmod -R a+rwX "$apt_root"
    {
        echo "deb [signed-by=$keyring] $mirror trixie main"
        for release in trixie forky bookworm; do echo "deb-src [signed-by=$keyring] $mirror $release main"; done
    } >"$apt_root/sources.list"
    step "reading the package lists of the next releases"
    retry private_apt update || step "some package lists could not be read; going on with the others"
}

private_apt() {
    apt-get -q -o Acquire::Retries=3 -o Dir::Etc::sourcelist="$apt_root/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::Lists="$apt_root/lists" -o Dir::Cache="$apt_root" "$@"
}

# fetch_as KIND SPEC FOLDER: downloads package "name=version" or "name/release" into an empty FOLDER.
fetch_as() {
    rm -rf "$3"
    mkdir -p "$3"
    chmod a+rwx "$3"
    if [ "$1" = deb ]; then (cd "$3" && private_apt download "$2")
    else (cd "$3" && private_apt source --download-only --tar-only "$2"); fi
    [ -n "$(find "$3" -type f -print -quit)" ]
}

checksum_of() { find "$1" -type f -exec sha256sum {} + 2>/dev/null | cut -d' ' -f1; }

# fetch KIND NAME VERSION SHA256 RELEASES...: leaves the one file in $downloads/NAME.
fetch() {
    local kind=$1 name=$2 version=$3 sha256=$4 release folder=$downloads/$2
    shift 4
    if [ "$version" != - ]; then
        [ "$(checksum_of "$folder")" = "$sha256" ] && return 0
        step "downloading $name $version"
        if retry fetch_as "$kind" "$name=$version" "$folder"; then
            [ "$(checksum_of "$folder")" = "$sha256" ] && return 0
            echo "$name $version came with checksum $(checksum_of "$folder"), wanted $sha256" >>"$log"
        fi
    fi
    for release in "$@"; do
        [ "$version" = - ] && step "downloading $name of $release"
        retry fetch_as "$kind" "$name/$release" "$folder" || continue
        [ "$version" = - ] && return 0
        echo "$name $version, which is pinned, could not be had with its checksum. Using $release's, signed but unpinned:" \
            "$(basename "$(find "$folder" -type f -print -quit)")" >>"$work/warnings"
        return 0
    done
    explain_log
    fail "$name: neither the pinned version $version nor one of: $*"
}

fetch_all() {
    local kind name version sha256 releases
    while read -r kind name version sha256 releases; do
        case $kind in '' | '#'*) continue ;; esac
        fetch "$kind" "$name" "$version" "$sha256" $releases
    done <cmake/pins.txt
}

unpack_sources() {
    step "unpacking Dear ImGui, SDL2 and the header-only libraries"
    local name
    for name in imgui libsdl2; do
        mkdir -p "$work/src/${name#lib}"
        tar xf "$(find "$downloads/$name" -type f)" -C "$work/src/${name#lib}" --strip-components=1
    done
    # Only these folders: the rest of /usr/include must never be on the path of the browser build.
    for name in nlohmann-json3-dev doctest-dev; do dpkg -x "$downloads/$name"/*.deb "$work/headers"; done
    mkdir -p "$work/include"
    mv "$work/headers/usr/include/nlohmann" "$work/headers/usr/include/doctest" "$work/include/"
    rm -rf "$work/headers"
}

install_node_modules() {
    step "installing the node modules (fonts, icons, closure compiler, browser driver)"
    mkdir -p "$work/node"
    cp web/package.json web/package-lock.json "$work/node/"
    retry npm ci --prefix "$work/node" --ignore-scripts --no-audit --no-fund || { explain_log; fail "npm ci"; }
}

# Emscripten's package is plain scripts and a prebuilt system library; it drives this machine's own clang 19.
# binaryen is a program of the next release, so it runs through that release's own loader and C library.
unpack_emscripten() {
    step "unpacking Emscripten"
    local home=$work/emscripten final=$deps/emscripten package tool
    mkdir -p "$home/binaryen/bin"
    dpkg --fsys-tarfile "$downloads/emscripten"/*.deb | tar x -C "$home" --exclude='*/wasm32-emscripten/pic*' \
        --exclude='*/lto*' --exclude='./usr/share/doc' --exclude='*-asan*' --exclude='*/emscripten/docs' --exclude='*/emscripten/test'
    for package in binaryen libc6 libstdc++6 libgcc-s1; do dpkg -x "$downloads/$package"/*.deb "$home/next"; done
    for tool in "$home"/next/usr/bin/wasm*; do
        tool=${tool##*/}
        printf '#!/bin/sh\nexec %s --library-path %s %s "$@"\n' "$final/next/usr/lib64/ld-linux-x86-64.so.2" \
            "$final/next/usr/lib/x86_64-linux-gnu" "$final/next/usr/bin/$tool" >"$home/binaryen/bin/$tool"
        chmod +x "$home/binaryen/bin/$tool"
    done
    cat >"$home/config" <<CONFIG
LLVM_ROOT = '/usr/lib/llvm-19/bin'
BINARYEN_ROOT = '$final/binaryen'
NODE_JS = '$(command -v node)'
CACHE = '$final/usr/share/emscripten/cache'
FROZEN_CACHE = True
CLOSURE_COMPILER = '$deps/node/node_modules/google-closure-compiler-linux/compiler'
LLVM_ADD_VERSION = ''
CLANG_ADD_VERSION = ''
CONFIG
    # Its scripts look for the acorn module in their own folder; an empty package.json keeps them CommonJS wherever this lies.
    ln -sfn "$deps/node/node_modules" "$home/usr/share/emscripten/node_modules"
    echo '{}' >"$work/package.json"
}

set_up_parts() {
    mkdir -p "$cache"
    exec 9>"$cache/lock"
    flock -n 9 || { step "waiting for another set-up on this machine"; flock 9; }
    if [ ! -e "$deps/stamp" ]; then
        work=$deps.new
        rm -rf "$work" "$deps"
        mkdir -p "$work" "$downloads"
        open_private_apt
        fetch_all
        unpack_sources
        install_node_modules
        unpack_emscripten
        mv "$work" "$deps"
        date +%s >"$deps/stamp"
        forget_old_parts
        step "set-up done"
    fi
    flock -u 9
}

# Folders of pins that no clone has used for a month.
forget_old_parts() {
    find "$cache" -maxdepth 1 -name 'deps-*' ! -path "$deps" -mtime +30 -exec rm -rf {} + 2>/dev/null || true
}

[ -r /etc/debian_version ] && command -v apt-get >/dev/null ||
    fail "this is not Debian; see the README for building with CMake presets and your own emsdk"
grep -q '^VERSION_ID="12"' /etc/os-release || warn_loudly "made for Debian 12; this is $(. /etc/os-release; echo "$PRETTY_NAME")"

mkdir -p "$cache"
readonly log=$cache/setup.log
readonly downloads=$cache/downloads
readonly deps=$cache/deps-$(sha256sum cmake/setup.sh cmake/pins.txt web/package-lock.json | sha256sum | cut -c1-16)
install_packages
[ -e "$deps/stamp" ] || set_up_parts
[ "$(readlink .deps 2>/dev/null)" = "$deps" ] || { rm -rf .deps; ln -sfn "$deps" .deps; }
[ "$(readlink web/node_modules 2>/dev/null)" = ../.deps/node/node_modules ] ||
    { rm -rf web/node_modules; ln -sfn ../.deps/node/node_modules web/node_modules; }
touch -c "$deps"
[ ! -s "$deps/warnings" ] || { mapfile -t warnings <"$deps/warnings"; warn_loudly "${warnings[@]}"; }
