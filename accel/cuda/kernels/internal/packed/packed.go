// Package packed unpacks the kernels that are embedded in a program.
package packed

import (
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// errEmpty: kernels are missing.
var errEmpty = errors.New("unpack kernels: there are none")

// Unpack returns the content of a zstd frame. The frame's checksum tells damage.
func Unpack(frame []byte) ([]byte, error) {
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
