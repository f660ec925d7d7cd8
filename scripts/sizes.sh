#!/usr/bin/env bash
# Prints the size of programs that prove over one curve (hooks/<scheme>/<curve>) and over all
# (hooks/<scheme>), with and without the tag, as a Markdown table. Fails if a program over one curve
# links the kernels, the table or the solver of another.
set -euo pipefail
export CGO_ENABLED=0 GOOS=linux GOARCH=amd64

folder=$(mktemp -d ./_sizes-XXXXXX)
trap 'rm -rf "$folder"' EXIT
curves=$(ls accel/cuda/kernels/*/*.fatbin.zst | xargs -n1 dirname | xargs -n1 basename)

# size_of builds the program with flags of go build, and prints its size.
size_of() {
	go build "$@" -trimpath -ldflags='-s -w' -o "$folder/program" "$folder/main"
	stat -c %s "$folder/program"
}

# linked lists the curves whose kernels, tables or solvers the program links.
linked() {
	go list "$@" -deps "$folder/main" |
		sed -nE 's#.*/gnark-accel/(accel/cuda/kernels|internal/curve|internal/solver)/(b[^/]*)$#\2#p' | sort -u | xargs
}

# measure prints a row about a program that imports a package of hooks, with the kernels that it may link.
measure() {
	local package=$1 want=$2 kernels=0 with without
	mkdir -p "$folder/main"
	cat >"$folder/main/main.go" <<-GO
		package main

		import hook "github.com/gnark-accel/gnark-accel/$package"

		func main() { hook.Prove(nil, nil, nil) }
	GO
	if [[ $(linked -tags cuda) != "$want" ]]; then
		echo "sizes: a program with $package links: $(linked -tags cuda)" >&2
		exit 1
	fi
	for curve in $want; do
		kernels=$((kernels + $(cat "accel/cuda/kernels/$curve"/*.zst | wc -c)))
	done
	with=$(size_of -tags cuda)
	without=$(size_of)
	awk -v p="$package" -v a="$without" -v b="$with" -v k="$kernels" \
		'BEGIN { printf "| %s | %.1f MB | %.1f MB | %.1f MB |\n", p, a / 1e6, b / 1e6, k / 1e6 }'
}

echo "| imports | without the tag | with it | of which kernels |"
echo "|---|---|---|---|"
for scheme in groth16 plonk; do
	for curve in $curves; do
		measure "hooks/$scheme/$curve" "$curve"
	done
	measure "hooks/$scheme" "$(echo "$curves" | sort | xargs)"
done
