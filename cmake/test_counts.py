"""Adds up what a run of ctest did, from its JUnit report:  test_counts.py REPORT

Prints "passed failed skipped" on the first line and the names of failed tests after it. A doctest program counts with each of
its test cases, any other with one.
"""

import re
import sys
import xml.etree.ElementTree

SUMMARY = re.compile(r"^\[doctest\] test cases: +\d+ \| +(\d+) passed \| +(\d+) failed \| +(\d+) skipped", re.MULTILINE)
COLOUR = re.compile(r"\x1b\[[0-9;]*m")

passed = failed = skipped = 0
names = []
for case in xml.etree.ElementTree.parse(sys.argv[1]).getroot().iter("testcase"):
    summary = SUMMARY.search(COLOUR.sub("", case.findtext("system-out") or ""))
    ran, broke, left_out = map(int, summary.groups()) if summary else (0, 0, 0)
    if case.get("status") == "fail":
        broke = max(broke, 1)  # a crash comes without a summary
        names.append(case.get("name"))
    elif case.get("status") == "run":
        ran = ran if summary else 1
    else:
        left_out = max(left_out, 1)
    passed, failed, skipped = passed + ran, failed + broke, skipped + left_out
print(passed, failed, skipped)
print(*names, sep="\n")
