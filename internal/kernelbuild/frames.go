package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
)

// withoutFrames returns a copy of a fatbin or a cubin, with every .debug_frame zeroed. ptxas writes
// the functions of that section, which only debuggers read, in an order that changes from run to
// run of the same command. Everything else is reproducible.
func withoutFrames(file []byte) []byte {
	clean := bytes.Clone(file)
	for rest := clean; ; rest = rest[len(elf.ELFMAG):] {
		at := bytes.Index(rest, []byte(elf.ELFMAG))
		if at < 0 {
			return clean
		}
		rest = rest[at:]
		image, err := parseCubin(rest)
		if err != nil {
			continue // bytes that look like the start of an image
		}
		size := uint64(len(rest))
		if frames := image.Section(".debug_frame"); frames != nil {
			from := min(frames.Offset, size)
			clear(rest[from:min(from+frames.FileSize, size)])
		}
	}
}

// parseCubin reads the sections of the image that some bytes begin with. Its e_version is that of
// the toolkit, which debug/elf refuses: it says 1 meanwhile.
func parseCubin(image []byte) (*elf.File, error) {
	const versionAt = 20
	if len(image) >= versionAt+4 {
		version := image[versionAt : versionAt+4]
		defer copy(version, bytes.Clone(version))
		binary.LittleEndian.PutUint32(version, uint32(elf.EV_CURRENT))
	}
	return elf.NewFile(bytes.NewReader(image))
}
