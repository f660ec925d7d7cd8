package main

import (
	"path"

	table "github.com/gnark-accel/gnark-accel/internal/curves"
)

// curves are the curves whose kernels are built, each from accel/cuda/kernels/<curve>.cu.
var curves = table.Folders()

// kernelRoot holds the kernels, relative to the repository's root. Every path that the compiler or
// a manifest sees is relative to that root and uses slashes: absolute paths would end up in the
// output.
const kernelRoot = "accel/cuda/kernels"

// compilerRelease is the only nvcc whose output is committed. 11.8 is the oldest that knows sm_90.
// Its output runs on every driver from 520 on.
const compilerRelease = "release 11.8, V11.8.89"

// targets lists what a blob holds. Machine code for sm_80 runs on 8.x, that for sm_90 on 9.0; PTX
// for compute_75 lets the driver compile for Turing and for whatever is newer.
var targets = []target{
	{Arch: "sm_80", Kind: "elf"},
	{Arch: "sm_90", Kind: "elf"},
	{Arch: "compute_75", Kind: "ptx"},
}

// compilerFlags are passed to every run of nvcc. Warnings are errors because nvcc 11.8 merely warns
// when device code calls a function of the host. -lineinfo and -G must stay out: with them the
// output depends on the directory.
var compilerFlags = []string{
	"-std=c++17",
	"-O3",
	"-I" + kernelRoot,
	"-Werror", "all-warnings",
	"-Xptxas", "-v",
}

// packerFlags are passed to fatbinary. The images stay uncompressed: zstd packs the whole far
// better, and the driver has nothing to decompress.
var packerFlags = []string{"-64", "--compress=false"}

func sourcePath(curve string) string { return path.Join(kernelRoot, curve+".cu") }
func blobPath(curve string) string   { return path.Join(kernelRoot, curve, curve+".fatbin.zst") }
func manifestPath(curve string) string {
	return path.Join(kernelRoot, curve, curve+".manifest.json")
}

// target is one image of a fatbin: machine code ("elf") for sm_xx or PTX ("ptx") for compute_xx.
type target struct {
	Arch string `json:"arch"`
	Kind string `json:"kind"`
}
