#!/usr/bin/env bash
# Runs a command within a number of minutes and prints how long it took: step.sh MINUTES COMMAND...
set -uo pipefail

minutes=$1
shift
start=$SECONDS
echo "==> $*"
timeout --kill-after=30 "${minutes}m" "$@"
status=$?
took=$((SECONDS - start))
if ((status != 0)); then
	echo "==> $* failed with status $status after $took s (limit $minutes min)" >&2
	exit "$status"
fi
echo "==> $* took $took s"
