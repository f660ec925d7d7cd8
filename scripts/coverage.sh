#!/usr/bin/env bash
# Prints the share of statements in handwritten files that the tests of packages execute, for each
# package and in all. Tests are short ones, on the emulator if GNARK_ACCEL_CUDA_DRIVER names it.
#
#   scripts/coverage.sh                  # all packages
#   scripts/coverage.sh ./internal/poly  # the tests of one
set -euo pipefail

packages=("$@")
[[ ${#packages[@]} != 0 ]] || packages=(./...)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

module=$(GOWORK=off go list -m)
git grep -l '^// Code generated ' -- '*.go' | sed "s|^|$module/|" >"$folder/generated"
go test -short -tags cuda -timeout 1h -coverpkg=./... -coverprofile="$folder/profile" "${packages[@]}" \
	>"$folder/log" || { cat "$folder/log" >&2; exit 1; }

# A line of the profile is FILE:BLOCK STATEMENTS COUNT. Each test binary has a line for each block.
awk -v module="$module/" '
	NR == FNR { generated[$0]; next }
	/^mode:/ { next }
	{
		file = $1
		sub(/:.*/, "", file)
		if (file in generated) next
		statements[$1] = $2
		if ($3 > 0) covered[$1] = $2
	}
	END {
		for (block in statements) {
			package = block
			sub(/\/[^\/]*$/, "", package)
			sub(module, "", package)
			all[package] += statements[block]; total += statements[block]
			hit[package] += covered[block]; reached += covered[block]
		}
		for (package in all) printf "%5.1f %% of %5d  %s\n", 100 * hit[package] / all[package], all[package], package
		printf "%5.1f %% of %5d  in all\n", 100 * reached / total, total
	}' "$folder/generated" "$folder/profile" | sort -k5
