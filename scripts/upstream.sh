#!/bin/sh
# Writes a copy of gnark v0.16.3 whose proving keys carry accelerators, as they do from v0.16.4 on,
# and a go.work by which hooks/newest and the library are built with it.
#
#   scripts/upstream.sh FROM TO
#
# FROM has gnark's files backend/{groth16,plonk}/<curve>/prove.go of that release, at those paths.
# docs/upstream.md has their revisions and hashes, which are checked. TO is made anew.
set -eu
from=$1
root=$(cd "$(dirname "$0")/.." && pwd)
rm -rf "$2"
mkdir -p "$2"
to=$(cd "$2" && pwd)

sed -n 's/^| \(backend[^ ]*\) | [0-9a-f]* | \([0-9a-f]*\) |$/\2  \1/p' "$root/docs/upstream.md" >"$to/SHA256SUMS"
test "$(wc -l <"$to/SHA256SUMS")" = 8
(cd "$from" && sha256sum -c --quiet "$to/SHA256SUMS")

module=$(env $("$root/scripts/alone.sh" hooks/newest) go -C "$root/hooks/newest" list -m -f '{{.Dir}}' github.com/consensys/gnark)
cp -r "$module" "$to/gnark"
chmod -R u+w "$to/gnark"
while read -r _ file; do
	cp "$from/$file" "$to/gnark/$file"
	sed -i 's/^type ProvingKey struct {$/&\n\taccelerator Accelerator\n/' "$to/gnark/$(dirname "$file")/setup.go"
done <"$to/SHA256SUMS"
go -C "$to/gnark" mod edit -go=1.26 -require=github.com/consensys/gnark-crypto@v0.22.0
printf 'go 1.26.8\n\nuse (\n\t./gnark\n\t%s\n\t%s\n)\n' "$root" "$root/hooks/newest" >"$to/go.work"
grep "^replace github.com/gnark-accel/gnark-accel v" "$root/go.work" | sed "s|=> .*|=> $root|" >>"$to/go.work"
