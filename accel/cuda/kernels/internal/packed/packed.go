// Package packed unpacks the kernels that are embedded in a program.
package packed

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// Unpack returns the content of a zstd frame.
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
	return content, nil
}
