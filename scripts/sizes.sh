#!/usr/bin/env bash
# Shows that a program links the kernels of the curves that it imports, and no others: builds one program for each curve,
# prints its size, and fails if another curve's kernels are in it.
set -euo pipefail
export CGO_ENABLED=0 GOOS=linux GOARCH=amd64

folder=$(mktemp -d ./build-sizes-XXXXXX)
trap 'rm -rf "$folder"' EXIT
curves=$(ls accel/cuda/kernels/*/*.fatbin.zst | xargs -n1 dirname | xargs -n1 basename)

printf '%-12s %14s %14s %14s\n' curve kernels "with the tag" without
for curve in $curves; do
	mkdir "$folder/$curve"
	printf 'package main\n\nimport groth16 "github.com/gnark-accel/gnark-accel/hooks/groth16/%s"\n\nfunc main() { groth16.Prove(nil, nil, nil) }\n' "$curve" >"$folder/$curve/main.go"
	go build -tags cuda -trimpath -ldflags='-s -w' -o "$folder/with" "$folder/$curve"
	go build -trimpath -ldflags='-s -w' -o "$folder/without" "$folder/$curve"
	linked=$(go list -tags cuda -deps "$folder/$curve" | sed -n 's|.*/accel/cuda/kernels/||p' | grep -v internal)
	if [[ $linked != "$curve" ]]; then
		echo "a program over $curve links the kernels of: $linked" >&2
		exit 1
	fi
	printf '%-12s %14d %14d %14d\n' "$curve" "$(stat -c %s "accel/cuda/kernels/$curve/$curve.fatbin.zst")" \
		"$(stat -c %s "$folder/with")" "$(stat -c %s "$folder/without")"
done
