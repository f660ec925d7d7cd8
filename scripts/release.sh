#!/usr/bin/env bash
# Checks everything that a release needs, and prints the tags to set. It sets none. VERSION has the version of all
# modules of the repository.
set -euo pipefail

version=$(cat VERSION)
fail() { echo "release: $*" >&2; exit 1; }

[[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "VERSION says $version, which is no version"
[[ -z $(git status --porcelain) ]] || fail "the checkout has changes"
for tag in "$version" "service/$version" "bench/$version"; do
	[[ -z $(git tag --list "$tag") ]] || fail "the tag $tag exists: raise VERSION"
done
for module in service bench; do # a replace directive serves the checkout alone
	grep -qF "	github.com/gnark-accel/gnark-accel $version" "$module/go.mod" ||
		fail "$module/go.mod asks for another version of the library than $version"
done
grep -qF "## [${version#v}]" CHANGELOG.md || fail "CHANGELOG.md has no heading [${version#v}]"

go run ./internal/sbom -out build/sbom -notice NOTICE -check
for target in check cross test verify-kernels; do
	make --no-print-directory "$target"
done

cat <<END
release: everything passed at $(git rev-parse --short HEAD). To release it:

    git tag -s $version -m "gnark-accel $version"
    git tag -s service/$version -m "service $version"
    git tag -s bench/$version -m "bench $version"
    git push origin $version service/$version bench/$version

and attach build/sbom/*.cdx.json.
END
