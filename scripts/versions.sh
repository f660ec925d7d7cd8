#!/usr/bin/env bash
# Prints which versions of gnark, gnark-crypto and Go this module works with, as a Markdown table.
# Each row is measured: a copy of the module gets these requirements, is built with and without the
# tag, and proves circuits byte for byte as gnark does, on the emulator if GNARK_ACCEL_CUDA_DRIVER
# names it and on the CPU otherwise. Needs the module proxy, and some minutes a row.
#
#   scripts/versions.sh                             # all rows
#   scripts/versions.sh v0.16.3:v0.22.0:1.26.8      # gnark, gnark-crypto, Go
set -euo pipefail
export CGO_ENABLED=0

rows=("$@")
if [[ ${#rows[@]} == 0 ]]; then
	rows=(
		v0.14.0:v0.19.0:1.25.7
		v0.15.0:v0.20.1:1.25.7
		v0.16.0:v0.21.0:1.25.7
		v0.16.1:v0.21.0:1.25.7
		v0.16.2:v0.21.0:1.25.7
		v0.16.3:v0.21.0:1.25.7
		v0.16.3:v0.21.0:1.26.8
		v0.16.0:v0.22.0:1.26.8
		v0.16.1:v0.22.0:1.26.8
		v0.16.2:v0.22.0:1.26.8
		v0.16.3:v0.22.0:1.26.8
	)
fi
tests='^(TestSameProofAsGnark|TestHashToField)$'

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
log=$folder/log

# try prints a row. A step that fails is named in it, and its output goes to standard error.
try() {
	local gnark=$1 crypto=$2 go=$3 module=$folder/$1-$2-$3 result=
	mkdir "$module"
	git ls-files -z --cached --others --exclude-standard -- ':!bench' |
		xargs -0 sh -c 'for f; do [ -e "$f" ] && printf "%s\0" "$f"; done' sh |
		tar --null --files-from=- --create | tar --extract --directory="$module"
	export GOTOOLCHAIN=go$go
	if ! (cd "$module" && go mod edit -require="github.com/consensys/gnark@$gnark" \
		-require="github.com/consensys/gnark-crypto@$crypto" -go="$go" && go mod tidy -e) >"$log" 2>&1; then
		result="no: its requirements do not agree"
	elif ! (cd "$module" && go build ./accel/... ./hooks/... && go build -tags cuda ./accel/... ./hooks/...) \
		>"$log" 2>&1; then
		result="no: does not build"
	elif ! (cd "$module" && go test -count=1 -timeout 15m -tags cuda -run "$tests" ./hooks/groth16 ./hooks/plonk) \
		>"$log" 2>&1; then
		result="no: a test fails"
	else
		result=yes
	fi
	if [[ $result != yes ]]; then
		echo "versions: gnark $gnark, gnark-crypto $crypto, Go $go: $result" >&2
		grep -v '^go: downloading' "$log" | head -20 >&2
	fi
	# The versions that were chosen in the end, which tidy may have raised.
	crypto=$(cd "$module" && go list -m -f '{{.Version}}' github.com/consensys/gnark-crypto 2>/dev/null || echo "$crypto")
	echo "| $gnark | $crypto | $go | $result |"
	rm -rf "$module"
}

echo "| gnark | gnark-crypto | Go | works |"
echo "|---|---|---|---|"
for row in "${rows[@]}"; do
	IFS=: read -r gnark crypto go <<<"$row"
	try "$gnark" "$crypto" "$go"
done
