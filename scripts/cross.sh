#!/usr/bin/env bash
# Compiles all packages of the module for every supported system without cgo, with and without the tag cuda. None but Linux
# with the tag may import purego. Two programs are linked: with the tag on the other architecture that has a driver, and
# without it on a system that has none.
set -euo pipefail
export CGO_ENABLED=0

for target in linux/amd64 linux/arm64 darwin/arm64 windows/amd64; do
	for tag in none cuda; do
		echo "compile $target with the tag $tag"
		packages=$(GOOS=${target%/*} GOARCH=${target#*/} go list -export -deps -tags $tag ./...)
		if [[ ${target%/*}/$tag != linux/cuda && $packages == *ebitengine/purego* ]]; then
			echo "cross: packages for $target with the tag $tag import purego" >&2
			exit 1
		fi
	done
done

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
