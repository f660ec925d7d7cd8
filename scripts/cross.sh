#!/usr/bin/env bash
# Builds the module without cgo for every supported system, with and without the tag cuda, and checks what is linked.
set -euo pipefail

purego=github.com/ebitengine/purego

# without_purego fails if the module, built with the given tags for the system in the environment, links purego.
without_purego() {
	local packages
	packages=$(go list -deps -tags "$1" ./...)
	if grep -qxF "$purego" <<<"$packages"; then
		echo "cross: $GOOS/$GOARCH links $purego ${1:+with the tag $1}" >&2
		return 1
	fi
}

export CGO_ENABLED=0
for target in linux/amd64 linux/arm64 darwin/arm64 windows/amd64; do
	export GOOS=${target%/*} GOARCH=${target#*/}
	for tags in '' cuda; do
		echo "build $target ${tags:+with the tag $tags}"
		go build -tags "$tags" ./...
	done
	without_purego ''
	if [[ $GOOS != linux ]]; then without_purego cuda; fi
done
unset GOOS GOARCH

cgo=$(CGO_ENABLED=1 go list -tags cuda -f '{{if .CgoFiles}}{{.ImportPath}}{{end}}' ./...)
if [[ -n $cgo ]]; then
	echo "cross: cgo in $cgo" >&2
	exit 1
fi
