package main

import (
	"path"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// curves are the curves whose kernels are built, each from accel/cuda/kernels/<curve>.cu.
var curves = curve.Folders()

// kernelRoot holds the kernels, relative to the repository's root. Every path that the compiler or
// a manifest sees is relative to that root and uses slashes: absolute paths would end up in the
// output.
const kernelRoot = "accel/cuda/kernels"

// compilerRelease is the only nvcc whose output is committed. 11.8 is the oldest that knows sm_90.
// Its output runs on every driver from 520 on.
const compilerRelease = "release 11.8, V11.8.89"

// newerRelease is the ptxas for cards that 11.8 does not know. The first drivers of these cards are
// 570. They run code that any 12.x assembled; code of 13.x needs 580.
const newerRelease = "release 12.9, V12.9.86"

// assemblers are the programs that make machine code, by their releases.
var assemblers = map[string]string{compilerRelease: "ptxas", newerRelease: "ptxas-12.9"}

// settings are those of a build.
type settings struct {
	Compiler  string   `json:"compiler"`  // the release of nvcc
	Flags     []string `json:"flags"`     // of nvcc
	Assembler []string `json:"assembler"` // flags of ptxas
	Packer    []string `json:"packer"`    // flags of fatbinary
	Targets   []target `json:"targets"`
}

// target is one image: machine code ("elf") for sm_xx or PTX ("ptx") for compute_xx.
type target struct {
	Arch string `json:"arch"`
	Kind string `json:"kind"`
	// Source is the architecture of nvcc's PTX. Assembler is the release that assembles it.
	Source    string `json:"source"`
	Assembler string `json:"assembler,omitempty"`
}

var pinned = settings{
	Compiler: compilerRelease,
	// Warnings are errors because nvcc 11.8 merely warns when device code calls a function of the
	// host. -lineinfo and -G must stay out: with them the output depends on the directory.
	Flags: []string{"-std=c++17", "-O3", "-I" + kernelRoot, "-Werror", "all-warnings"},
	// ptxas warns where launch bounds ask for more threads than a multiprocessor of that
	// architecture has, and leaves these bounds out.
	Assembler: []string{"-m64", "-v"},
	// The images stay uncompressed: zstd packs the whole far better, and the driver has nothing to
	// decompress.
	Packer: []string{"-64", "--compress=false"},
	// Machine code runs on its own major version, from its minor version on: that for sm_80 on 8.x,
	// that for sm_100 on 10.x. PTX for compute_75 lets the driver compile for whatever is newer.
	// For compute_80 and compute_90 nvcc writes the same instructions.
	Targets: []target{
		{Arch: "sm_75", Kind: "elf", Source: "compute_75", Assembler: compilerRelease},
		{Arch: "sm_80", Kind: "elf", Source: "compute_80", Assembler: compilerRelease},
		{Arch: "sm_90", Kind: "elf", Source: "compute_80", Assembler: compilerRelease},
		{Arch: "compute_75", Kind: "ptx", Source: "compute_75"},
		{Arch: "sm_100", Kind: "elf", Source: "compute_80", Assembler: newerRelease},
		{Arch: "sm_120", Kind: "elf", Source: "compute_80", Assembler: newerRelease},
	},
}

// ptxArchs are the sources of the targets.
var ptxArchs = []string{"compute_75", "compute_80"}

// fatbinName names the file with the images of the older assembler. They are one fatbin, from which
// the driver chooses. fatbinary 11.8 refuses the others, which have files of their own.
const fatbinName = "fatbin"

// fileNames are the names of a curve's files: see [blobPath].
func fileNames() []string {
	names := []string{fatbinName}
	for _, t := range pinned.Targets {
		if t.Assembler == newerRelease {
			names = append(names, t.Arch)
		}
	}
	return names
}

func sourcePath(curve string) string { return path.Join(kernelRoot, curve+".cu") }

// blobPath is where a file of a curve's kernels stands, packed with zstd. The file is a target's
// architecture, or [fatbinName].
func blobPath(curve, file string) string {
	return path.Join(kernelRoot, curve, curve+"."+file+".zst")
}

func manifestPath(curve string) string {
	return path.Join(kernelRoot, curve, curve+".manifest.json")
}
