#!/usr/bin/env bash
# Prints GOWORK and GOFLAGS with which go sees a module by itself, as users have it, and the library
# and the service as they lie here. go.mod has no replace directive: `go install` refuses modules that have one.
#
#   env $(scripts/alone.sh service) go -C service mod tidy -diff
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
alone=$root/build/alone/$1
mkdir -p "$alone"
cp "$root/$1"/go.* "$alone"
library=github.com/gnark-accel/gnark-accel
[[ $1 == . ]] || go mod edit -replace "$library=$root" "$alone/go.mod"
[[ $1 != service/* ]] || go mod edit -replace "$library/service=$root/service" "$alone/go.mod"
echo "GOWORK=off GOFLAGS=-modfile=$alone/go.mod"
