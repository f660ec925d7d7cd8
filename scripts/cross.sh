#!/usr/bin/env bash
# Checks the module for every supported system without cgo, with and without the tag cuda: the types
# of all packages, and that none but Linux with the tag links purego. Two programs are linked: with
# the tag on the other architecture that has a driver, and without it on a system that has none.
set -euo pipefail
export CGO_ENABLED=0

systems=()
for target in linux/amd64 linux/arm64 darwin/arm64 windows/amd64; do
	systems+=("$target" "$target:cuda")
done
mkdir -p build
GOWORK=off go -C tools test ./typecheck
GOWORK=off go -C tools build -o "$PWD/build/typecheck" ./typecheck
build/typecheck "${systems[@]}"

echo "link linux/arm64 with the tag cuda"
GOOS=linux GOARCH=arm64 go build -o /dev/null -tags cuda ./examples/msm
echo "link windows/amd64"
GOOS=windows GOARCH=amd64 go build -o /dev/null ./examples/msm

# The example of a library for C is cgo by its nature.
cgo=$(CGO_ENABLED=1 go list -tags cuda -f '{{if .CgoFiles}}{{.ImportPath}}{{end}}' ./... | sed '/\/examples\/linked$/d')
if [[ -n $cgo ]]; then
	echo "cross: cgo in $cgo" >&2
	exit 1
fi
