#!/usr/bin/env bash
# Checks everything that a release needs, and prints the tags to set. It sets none. VERSION has the version of all
# modules of the repository. What takes no time is checked first.
set -euo pipefail

fail() { echo "release: $*" >&2; exit 1; }
clean() { [[ -z $(git status --porcelain) ]] || fail "$1"; }

version=$(cat VERSION)
library=github.com/gnark-accel/gnark-accel
modules='hooks/newest service service/cmd/gnark-prover bench' # those in folders; tools has linters alone

[[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "VERSION says $version, which is no version"
clean "the checkout has changes"
tags=$version
for module in $modules; do tags+=" $module/$version"; done
for tag in $tags; do
	[[ -z $(git tag --list "$tag") ]] || fail "the tag $tag exists: raise VERSION"
done
for module in $modules; do
	! grep "^	$library" "$module/go.mod" | grep -qvE " $version( // indirect)?$" ||
		fail "$module/go.mod asks for another version of the library than $version"
	! grep -q '^replace' "$module/go.mod" || # go.work serves the checkout
		fail "$module/go.mod replaces modules, which go install refuses"
done
! grep -q -- "-replace $library" README.md || fail "README.md has users replace the module by a clone"
heading=$(grep -nE "^## \[${version#v}\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md | cut -d: -f1) ||
	fail "CHANGELOG.md has no heading \"## [${version#v}] - date\""
sed "1,${heading}d; /^## /,\$d" CHANGELOG.md | grep '^- ' >/dev/null ||
	fail "CHANGELOG.md says nothing below [${version#v}]"

for target in verify-kernels check cross test-ci versions; do # the first needs nvcc, and says so at once
	make --no-print-directory "$target"
done
clean "the checks have changed the checkout"

cat <<END
release: everything passed at $(git rev-parse --short HEAD). To release it:

    git tag -s $version -m "gnark-accel $version"
$(for module in $modules; do echo "    git tag -s $module/$version -m \"$module $version\""; done)
    make sbom # which takes the versions from the tags
    git push origin $tags

and attach build/sbom/*.cdx.json.
END
