package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
)

// The container that fatbinary writes, as far as finding the images in it needs. Each image follows
// a header of its own; all numbers are little-endian.
const (
	fatbinMagic = 0xba55ed50
	kindELF     = 2
)

type fatbinHeader struct {
	Magic      uint32
	Version    uint16
	HeaderSize uint16
	Size       uint64 // of everything after this header, in bytes
}

type imageHeader struct {
	Kind       uint16
	Version    uint16
	HeaderSize uint32
	Size       uint64 // of the image after this header, in bytes
}

var errFatbin = errors.New("not a fatbin")

// withoutFrames returns a copy of a fatbin, or of machine code alone, with every .debug_frame
// zeroed. ptxas writes the functions of that section, which only debuggers read, in an order that
// changes from run to run of the same command. Everything else is reproducible.
func withoutFrames(fatbin []byte) ([]byte, error) {
	if bytes.HasPrefix(fatbin, []byte(elf.ELFMAG)) {
		image := bytes.Clone(fatbin)
		return image, clearFrames(image)
	}
	var whole fatbinHeader
	_, err := binary.Decode(fatbin, binary.LittleEndian, &whole)
	if err != nil || whole.Magic != fatbinMagic {
		return nil, errFatbin
	}
	clean := bytes.Clone(fatbin)
	for at := uint64(whole.HeaderSize); at < uint64(len(clean)); {
		var image imageHeader
		_, err := binary.Decode(clean[at:], binary.LittleEndian, &image)
		if err != nil || image.HeaderSize == 0 {
			return nil, fmt.Errorf("%w: image header at byte %d", errFatbin, at)
		}
		from, size := at+uint64(image.HeaderSize), image.Size
		if from > uint64(len(clean)) || size > uint64(len(clean))-from {
			return nil, fmt.Errorf("%w: the image at byte %d is cut off", errFatbin, at)
		}
		if image.Kind == kindELF {
			if err := clearFrames(clean[from : from+size]); err != nil {
				return nil, fmt.Errorf("image at byte %d: %w", at, err)
			}
		}
		at = from + size
	}
	return clean, nil
}

func clearFrames(image []byte) error {
	file, err := parseCubin(image)
	if err != nil {
		return err
	}
	frames := file.Section(".debug_frame")
	if frames == nil {
		return nil
	}
	if frames.Offset > uint64(len(image)) || frames.FileSize > uint64(len(image))-frames.Offset {
		return fmt.Errorf("%w: .debug_frame is cut off", errFatbin)
	}
	clear(image[frames.Offset : frames.Offset+frames.FileSize])
	return nil
}

// parseCubin reads an image's sections. Its e_version is that of the toolkit, which debug/elf
// refuses: a copy says 1.
func parseCubin(image []byte) (*elf.File, error) {
	const versionAt = 20
	if len(image) < versionAt+4 {
		return nil, fmt.Errorf("%w: an image of %d bytes", errFatbin, len(image))
	}
	readable := bytes.Clone(image)
	binary.LittleEndian.PutUint32(readable[versionAt:], uint32(elf.EV_CURRENT))
	return elf.NewFile(bytes.NewReader(readable))
}
