"""Runs clang-tidy on the sources of core/ and app/ whose outcome isn't known yet.

    tidy.py BUILD CLANG_TIDY

A file's outcome depends on itself, the headers it includes, its compiler options and .clang-tidy. Where all of these are as in
a run that found nothing, the file is passed over. What was clean is kept in the user's cache, so that clones share it.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = pathlib.Path(os.environ.get("MOUNTSCOPE_CACHE") or
                     pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "mountscope") / "tidy"


def wanted(path):
    parts = path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else ()
    return parts[:1] in [("core",), ("app",)] and not {"tests", "fuzz", "bench"} & set(parts)


def included_files(build):
    """Which files each object file was made from, as Ninja noted when it built them."""
    listing = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    files, current = {}, None
    for line in listing.splitlines():
        if line.startswith("    "):
            current.append((build / line.strip()).resolve())
        elif ": #deps" in line:
            current = files.setdefault(line.split(": #deps")[0], [])
    return files


class Outcomes:
    def __init__(self, build, clang_tidy):
        self.includes = included_files(build)
        self.common = hashlib.sha256()
        self.common.update(subprocess.run([clang_tidy, "--version"], capture_output=True, check=True).stdout)
        self.common.update((ROOT / ".clang-tidy").read_bytes())
        self.common.update((ROOT / ".deps").resolve().name.encode())
        self.contents = {}

    def content(self, path):
        if path not in self.contents:
            self.contents[path] = hashlib.sha256(path.read_bytes()).digest() if path.exists() else b""
        return self.contents[path]

    def key(self, entry):
        """Names what the file's outcome depends on; None where that isn't known, because the file wasn't built."""
        key = self.common.copy()
        key.update(entry["command"].replace(str(ROOT), "").encode())
        key.update(self.content(pathlib.Path(entry["file"])))
        output = re.search(r" -o (\S+)", entry["command"])[1]
        if output not in self.includes:
            return None
        for path in self.includes[output]:
            if path.is_relative_to(ROOT):
                key.update(str(path.relative_to(ROOT)).encode() + self.content(path))
        return key.hexdigest()


def main():
    build, clang_tidy = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    outcomes = Outcomes(build, clang_tidy)
    CACHE.mkdir(parents=True, exist_ok=True)
    entries = [e for e in json.loads((build / "compile_commands.json").read_text()) if wanted(pathlib.Path(e["file"]))]
    marks = [(key := outcomes.key(entry)) and CACHE / key for entry in entries]
    pending = [(entry["file"], mark) for entry, mark in zip(entries, marks) if not mark or not mark.exists()]

    def check(job):
        file, mark = job
        run = subprocess.run([clang_tidy, "-p", build, "--quiet", file], capture_output=True, text=True)
        if run.returncode == 0 and mark:
            mark.touch()
        return file, run

    bad = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for file, run in pool.map(check, pending):
            if run.returncode != 0:
                bad += 1
                errors = [line for line in run.stderr.splitlines() if "warnings generated" not in line and "treated as" not in line]
                print(run.stdout, *errors, sep="\n")
    print(f"clang-tidy: {len(entries)} files, {len(pending)} looked at, {bad} with findings")
    sys.exit(1 if bad else 0)


main()
