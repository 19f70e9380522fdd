#!/bin/sh
# A seed gives the same weights whatever the number of threads, teaching changes them, and bad numbers are refused.
set -eu
learn=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$learn" --fresh --rounds 2 --games 24 --seed 5 --threads 1 >"$folder/one" 2>"$folder/report"
"$learn" --fresh --rounds 2 --games 24 --seed 5 --threads 3 >"$folder/three" 2>/dev/null
cmp "$folder/one" "$folder/three"
grep -a -q '^dense a = input out=32 leaky' "$folder/one"
grep -q 'round 2 of 2: loss 0\.[0-9]*, wins' "$folder/report"
"$learn" --rounds 1 --games 8 --seed 5 >"$folder/taught" 2>/dev/null
if cmp -s "$folder/one" "$folder/taught"; then
    echo "other games taught the same weights"
    exit 1
fi
if "$learn" --rounds many >/dev/null 2>"$folder/error"; then
    echo "--rounds many was taken"
    exit 1
fi
grep -q 'not a number' "$folder/error"
