#!/usr/bin/env bash
# Formats Go with gofmt, and device code and the emulator with clang-format. With -check it changes nothing, and fails
# if something would change.
set -euo pipefail

clang_format=$(command -v clang-format-14 || command -v clang-format || true)

# files lists the files of the repository with these names, those that are not added yet included.
files() { git ls-files -z --cached --others --exclude-standard -- "$@"; }

if [[ ${1:-} != -check ]]; then
	files '*.go' | xargs -0 gofmt -w
	[[ -n $clang_format ]] || { echo "format: clang-format is missing (on Debian: apt-get install clang-format)" >&2; exit 1; }
	files '*.cu' '*.cuh' '*.h' '*.cpp' | xargs -0 "$clang_format" -i
	exit
fi

unformatted=$(files '*.go' | xargs -0 gofmt -l)
if [[ -n $unformatted ]]; then
	echo "format: run make format on: $unformatted" >&2
	exit 1
fi
if [[ -z $clang_format ]]; then
	echo "format: clang-format is missing: device code is not checked"
elif [[ $("$clang_format" --version) != *" 14."* ]]; then
	echo "format: $("$clang_format" --version) is not version 14: device code is not checked"
else
	files '*.cu' '*.cuh' '*.h' '*.cpp' | xargs -0 "$clang_format" --dry-run -Werror
fi
