"""Run a command and print as JSON how many seconds it took and the most memory that it held, in bytes.

A process of its own, and a small one: a child's peak begins with that of the process that starts it.
"""

import json
import os
import subprocess
import sys
import time

KILO = 1 if sys.platform == "darwin" else 1024  # the unit of ru_maxrss


def main() -> None:
    """Run the command of the arguments."""
    begin = time.perf_counter()
    with subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL) as child:
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    print(json.dumps({"seconds": time.perf_counter() - begin, "bytes": used.ru_maxrss * KILO}))
    sys.exit(child.returncode)


if __name__ == "__main__":
    main()
