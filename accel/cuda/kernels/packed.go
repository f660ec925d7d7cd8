//go:build cuda && linux && (amd64 || arm64)

package kernels

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/klauspost/compress/zstd"
)

// errEmpty: kernels are missing.
var errEmpty = errors.New("unpack kernels: there are none")

// Unpacked returns the embedded kernels of a curve as [driver.Images] does, from its files.
func Unpacked(files embed.FS, curve string, major int) ([]byte, error) {
	name := curve + ".fatbin.zst"
	switch {
	case major < 0:
		unpackAhead(curve, func() ([]byte, error) { return read(files, name) })
		return nil, nil
	case major == 0:
		if unpacked := takeAhead(curve); unpacked != nil {
			return unpacked()
		}
	default:
		name = fmt.Sprintf("%s.sm_%d0.zst", curve, major)
	}
	image, err := read(files, name)
	if major != 0 && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return image, err
}

func read(files embed.FS, name string) ([]byte, error) {
	frame, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("unpack kernels: %w", err)
	}
	return unpack(frame)
}

// unpack returns the content of a zstd frame. The frame's checksum tells damage.
func unpack(frame []byte) ([]byte, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("unpack kernels: %w", err)
	}
	defer d.Close()
	content, err := d.DecodeAll(frame, nil)
	if err != nil {
		return nil, fmt.Errorf("unpack kernels: %w", err)
	}
	if len(content) == 0 {
		return nil, errEmpty
	}
	return content, nil
}
