#!/usr/bin/env python3
"""frame.py [PLATFORM]: broadcasts of a node by algorithm and size, as a pandas frame.

Without pandas it is a list of dictionaries. PYTHONPATH is the folder `python` of the sources, or
share/turnstile/python of a prefix.
"""
import sys

import turnstile

COLUMNS = ["algorithm", "size_bytes", "avg_us"]


def main():
    rows = turnstile.run(platform=sys.argv[1] if len(sys.argv) > 1 else "knl", collective="bcast",
                         algorithm=["direct-read", "k-nomial", "scatter-allgather", "binomial"],
                         ranks=16, size="4K,64K,1M").frame()
    if isinstance(rows, list):
        for row in rows:
            print(*[row[c] for c in COLUMNS])
    else:
        print(rows[COLUMNS].to_string(index=False, header=False))


if __name__ == "__main__":
    main()
