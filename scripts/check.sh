#!/usr/bin/env bash
# Static checks: formatting, vet and staticcheck with and without the tag, tidy modules, layers, generated files, and the
# committed kernel blobs.
set -euo pipefail
export CGO_ENABLED=0
export GOGC=400 # linters and the compiler take more memory, and a fifth less time

# The linters are requirements of a module of their own, which users of the library never see.
modules='. bench hooks/newest service service/cmd/gnark-prover tools'

echo "check: formatting"
scripts/format.sh -check

# Each by itself, as users have it: no test of the library may import what its oldest gnark lacks.
echo "check: modules are tidy"
for module in $modules; do env $(scripts/alone.sh "$module") go -C "$module" mod tidy -diff; done

echo "check: staticcheck"
mkdir -p build
GOWORK=off go -C tools build -o "$PWD/build/staticcheck" honnef.co/go/tools/cmd/staticcheck
# packages lists those of a module with their files, as the tag says.
packages() {
	go list -tags "$1" -f '{{.ImportPath}} {{.GoFiles}} {{.TestGoFiles}} {{.XTestGoFiles}}' ./... | sort
}

for module in . bench hooks/newest service service/cmd/gnark-prover; do
	echo "check: go vet and staticcheck in $module with the tag cuda"
	go -C "$module" vet -tags cuda ./...
	(cd "$module" && "$OLDPWD/build/staticcheck" -tags cuda ./...)
	echo "check: the same without the tag, for packages that have other files then"
	(
		cd "$module"
		without=$(packages '') with=$(packages cuda) # a failure ends the script here
		mapfile -t others < <(comm -23 <(echo "$without") <(echo "$with") | cut -d' ' -f1)
		if ((${#others[@]})); then
			go vet "${others[@]}"
			"$OLDPWD/build/staticcheck" "${others[@]}"
		fi
	)
done

echo "check: layers and long lines"
go test ./internal/tests/layers

echo "check: generated files"
go run ./internal/generator -check

echo "check: kernel blobs and constants"
go run ./internal/kernelbuild check
