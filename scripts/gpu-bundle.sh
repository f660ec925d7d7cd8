#!/usr/bin/env bash
# Builds gpu-bundle/: test binaries, examples and a script that runs them on a GPU host where only the driver is
# installed. Tests run in the folder of their package, as `go test` does it, so the bundle mirrors the packages.
#
# PACKAGES is a regular expression on the folders of the packages whose tests come along; all of them by default.
set -euo pipefail

bundle=gpu-bundle
export CGO_ENABLED=0 GOOS=linux GOARCH=${GOARCH:-amd64}

rm -rf "$bundle"
mkdir -p "$bundle/tests" "$bundle/bin"
cp scripts/gpu-run.sh "$bundle/run.sh"

# The list of curves, which the script on the GPU host reads.
for manifest in accel/cuda/kernels/*/*.manifest.json; do basename "$manifest" .manifest.json; done >"$bundle/curves"

# with_device lists the folders of the packages whose tests use a device: they import a package that opens one, or are
# part of the backend.
with_device() {
	go list -tags cuda -f '{{.Dir}} {{join .TestImports " "}} {{join .XTestImports " "}}' ./... ./hooks/newest |
		grep -E '/(devicetest|hookstest|testscheme|cudatest)( |$)|/accel/cuda/internal/driver( |$)' |
		cut -d ' ' -f 1 | grep -vE '/(hookstest|testscheme|devicetest|catalog)$' | grep -E "${PACKAGES:-.}"
}

for folder in $(with_device); do
	package=${folder#"$PWD/"}
	echo "bundle: tests of $package"
	mkdir -p "$bundle/tests/$package"
	go test -c -tags cuda -trimpath -ldflags='-s -w' -o "$bundle/tests/$package/run.test" "./$package"
	if [[ -d $package/testdata ]]; then cp -r "$package/testdata" "$bundle/tests/$package/"; fi
done

echo "bundle: examples/circuits"
go build -tags cuda -trimpath -ldflags='-s -w' -o "$bundle/bin/circuits" ./examples/circuits
echo "bundle: bench"
revision=$(git describe --always --dirty --exclude '*' --abbrev=12 2>/dev/null || echo unknown)
go -C bench build -tags cuda -trimpath -ldflags="-s -w -X github.com/gnark-accel/gnark-accel/bench/internal/measure.Revision=$revision" -o "$PWD/$bundle/bin/bench" .
go -C bench build -tags cuda -trimpath -ldflags='-s -w' -o "$PWD/$bundle/bin/first" ./first

find "$bundle" -type f -size +1M -exec gzip {} +
size=$(du -sk "$bundle" | cut -f1)
echo "bundle: $bundle, $((size / 1024)) MB"
