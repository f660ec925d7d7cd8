#!/bin/sh
# Compares what a library exports with the entry points of entry_points.h and the control functions of control.h.
set -eu
library=$1
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
  sed -n 's/^  X(\(cu[A-Za-z0-9_]*\)).*/\1/p' "$here/../entry_points.h"
  sed -n 's/.*\(gnark_accel_emulator_[a-z_]*\)(.*/\1/p' "$here/../control.h"
} | sort -u >"$work/wanted"
nm -D --defined-only "$library" | awk '{ print $3 }' | sort >"$work/exported"
if ! diff "$work/wanted" "$work/exported"; then
  echo "exports of $library differ from what it should export (<: missing, >: too many)" >&2
  exit 1
fi
echo "ok    the library exports $(grep -c ^cu "$work/exported") entry points and $(grep -vc ^cu "$work/exported") control functions, nothing else"
