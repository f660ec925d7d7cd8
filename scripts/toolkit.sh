#!/usr/bin/env bash
# Installs the pinned nvcc from the non-free component of Debian 12. Needs root, network and about 6 GB of disk.
# Only who changes kernels needs it: the built kernels are committed.
set -euo pipefail

pinned='release 11.8, V11.8.89' # the same as in internal/kernelbuild/config.go
if command -v nvcc >/dev/null && nvcc --version | grep -qF "$pinned"; then
	echo "nvcc $pinned is there already"
	exit 0
fi

fail() {
	echo "toolkit: $*" >&2
	exit 1
}

. /etc/os-release
[[ ${ID:-} == debian && ${VERSION_ID:-} == 12 ]] ||
	fail "this installs Debian 12's package; this system is ${PRETTY_NAME:-unknown}. Install CUDA 11.8 (nvcc $pinned) by other means and put it on the PATH."
[[ $(id -u) == 0 ]] || fail "installing packages needs root: sudo make toolkit"

# A second sources file asks the same servers, with the same keys, for the components that the first leaves out.
components='main contrib non-free non-free-firmware'
sources=/etc/apt/sources.list.d
if [[ -f $sources/debian.sources ]]; then
	sed "s/^Components:.*/Components: $components/" "$sources/debian.sources" >"$sources/gnark-accel-nonfree.sources"
elif [[ -f /etc/apt/sources.list ]]; then
	sed -nE "s/^(deb +(\[[^]]*\] +)?[^ ]+ +[^ ]+) .*/\1 $components/p" /etc/apt/sources.list >"$sources/gnark-accel-nonfree.list"
else
	fail "found neither $sources/debian.sources nor /etc/apt/sources.list to derive a source from"
fi

export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends nvidia-cuda-toolkit
nvcc --version | grep -F "$pinned" || fail "the installed nvcc is not $pinned"
