#!/usr/bin/env bash
# Runs commands one after the other, all of them even if one fails, each within a number of minutes.
# Sums up at the end, and fails if one of them did: steps.sh MINUTES COMMAND...
set -uo pipefail

minutes=$1
shift
summary=()
failed=0
running=
sum_up() {
	printf '==> %s\n' "${summary[@]}"
	exit $((failed > 0))
}
# An interrupt ends the step that runs, and the script.
trap '[[ -z $running ]] || kill "$running"; failed=1 summary+=("interrupted: $command"); sum_up' INT TERM

for command; do
	start=$SECONDS
	echo "==> $command"
	timeout --kill-after=30 "${minutes}m" bash -c "$command" &
	running=$!
	wait "$running"
	status=$?
	running=
	took="$((SECONDS - start)) s"
	case $status in
	0) summary+=("passed in $took: $command") ;;
	124 | 137) summary+=("FAILED after $took, the limit is $minutes min: $command") ;;
	*) summary+=("FAILED with status $status after $took: $command") ;;
	esac
	((status == 0)) || failed=$((failed + 1))
	echo "==> ${summary[-1]}"
done
summary+=("$failed of $# failed, $SECONDS s in all")
sum_up
