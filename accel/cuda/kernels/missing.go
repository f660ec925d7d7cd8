//go:build !cuda || !linux || (!amd64 && !arm64)

package kernels

import (
	"embed"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// Unpacked fails as [driver.Open] does: without the tag cuda, or on a system without CUDA.
func Unpacked(embed.FS, string, int) ([]byte, error) { return nil, driver.ErrUnavailable() }
