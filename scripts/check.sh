#!/usr/bin/env bash
# Static checks: formatting, vet with and without the tag, generated files, and the committed kernel blobs.
set -euo pipefail

echo "check: gofmt"
unformatted=$(git ls-files -z --cached --others --exclude-standard '*.go' | xargs -0 gofmt -l)
if [[ -n $unformatted ]]; then
	echo "check: run gofmt -w on: $unformatted" >&2
	exit 1
fi

echo "check: go vet"
CGO_ENABLED=0 go vet ./...
CGO_ENABLED=0 go -C bench vet ./...
echo "check: go vet -tags cuda"
CGO_ENABLED=0 go vet -tags cuda ./...
CGO_ENABLED=0 go -C bench vet -tags cuda ./...

echo "check: generated files"
go run ./internal/generator -check

echo "check: kernel blobs"
go run ./internal/kernelbuild check
