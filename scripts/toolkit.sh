#!/usr/bin/env bash
# Installs the pinned compilers of kernels: nvcc from the non-free component of Debian 12, and a newer ptxas, for newer
# cards, from a Python wheel. Needs root, network and about 6 GB of disk. Only who changes kernels needs them: the built
# kernels are committed.
set -euo pipefail

# The same releases as in internal/kernelbuild/config.go.
nvcc_release='release 11.8, V11.8.89'
ptxas_release='release 12.9, V12.9.86'
wheel='nvidia-cuda-nvcc-cu12==12.9.86 --hash=sha256:5d6a0d32fdc7ea39917c20065614ae93add6f577d840233237ff08e9a38f58f0'

fail() {
	echo "toolkit: $*" >&2
	exit 1
}

# is_there succeeds if a program of that name is of the release. A pipe into grep would end the program early.
is_there() { command -v "$1" >/dev/null && [[ $("$1" --version) == *"$2"* ]]; }

# again runs a command until it succeeds, five times at most: servers of packages fail now and then.
again() {
	local pause
	for pause in 5 20 60 120; do
		"$@" && return
		echo "toolkit: that failed, and is tried again in $pause s: $*" >&2
		sleep "$pause"
	done
	"$@"
}

# prepare checks that packages can be installed.
prepare() {
	[[ $(id -u) == 0 ]] || fail "installing packages needs root: sudo make toolkit"
	. /etc/os-release
	[[ ${ID:-} == debian && ${VERSION_ID:-} == 12 ]] ||
		fail "this installs Debian 12's packages; this system is ${PRETTY_NAME:-unknown}. Put nvcc ($nvcc_release) and ptxas-12.9 ($ptxas_release) on the PATH by other means."
	export DEBIAN_FRONTEND=noninteractive
}

# A second sources file asks the same servers, with the same keys, for the components that the first leaves out.
install_nvcc() {
	local components='main contrib non-free non-free-firmware' sources=/etc/apt/sources.list.d
	if [[ -f $sources/debian.sources ]]; then
		sed "s/^Components:.*/Components: $components/" "$sources/debian.sources" >"$sources/gnark-accel-nonfree.sources"
	elif [[ -f /etc/apt/sources.list ]]; then
		sed -nE "s/^(deb +(\[[^]]*\] +)?[^ ]+ +[^ ]+) .*/\1 $components/p" /etc/apt/sources.list >"$sources/gnark-accel-nonfree.list"
	else
		fail "found neither $sources/debian.sources nor /etc/apt/sources.list to derive a source from"
	fi
	again apt-get update -q
	again apt-get -o Acquire::Retries=5 install -y -q --no-install-recommends nvidia-cuda-toolkit zstd
}

# pip checks the wheel's hash. Of its content only ptxas is kept, beside nvcc, whose folder is on the PATH.
install_ptxas() {
	local folder
	folder=$(mktemp -d)
	python3 -m pip --version >/dev/null 2>&1 ||
		{ apt-get update -q && apt-get install -y -q --no-install-recommends python3-pip; }
	echo "$wheel" >"$folder/requirements.txt"
	again python3 -m pip download -q --no-deps --only-binary :all: --require-hashes -r "$folder/requirements.txt" -d "$folder"
	python3 -m zipfile -e "$folder"/*.whl "$folder"
	install -m 755 "$folder/nvidia/cuda_nvcc/bin/ptxas" "$(dirname "$(type -P nvcc)")/ptxas-12.9"
	rm -rf "$folder"
}

# installed fails unless a program is of the release, and prints which one is there instead.
installed() {
	is_there "$1" "$2" || fail "$1 should be $2, but on the PATH is $(type -P "$1" && "$1" --version || echo none)"
}

is_there nvcc "$nvcc_release" || { prepare && install_nvcc; }
installed nvcc "$nvcc_release"
is_there ptxas-12.9 "$ptxas_release" || { prepare && install_ptxas; }
installed ptxas-12.9 "$ptxas_release"
