#!/usr/bin/env bash
# Static checks: formatting, vet and staticcheck with and without the tag, tidy modules, layers, generated files, and the
# committed kernel blobs.
set -euo pipefail
export CGO_ENABLED=0

# The linters are requirements of a module of their own, which users of the library never see.
modules='. bench service tools'

echo "check: formatting"
scripts/format.sh -check

echo "check: modules are tidy"
for module in $modules; do go -C "$module" mod tidy -diff; done

echo "check: staticcheck"
mkdir -p build
go -C tools build -o "$PWD/build/staticcheck" honnef.co/go/tools/cmd/staticcheck
for tags in '' cuda; do
	for module in . bench service; do
		echo "check: go vet and staticcheck in $module ${tags:+with the tag $tags}"
		go -C "$module" vet -tags "$tags" ./...
		(cd "$module" && "$OLDPWD/build/staticcheck" -tags "$tags" ./...)
	done
done

echo "check: layers and long lines"
go test ./internal/layers

echo "check: generated files"
go run ./internal/generator -check

echo "check: kernel blobs and constants"
go run ./internal/kernelbuild check

echo "check: NOTICE"
go run ./internal/sbom -notice NOTICE -check
