//go:build cuda && linux && (amd64 || arm64)

package failuretest

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/testscheme"
)

func TestCorrupted(t *testing.T) {
	testscheme.PLONK.Corrupted(t, func(t *testing.T, all hookstest.Tallies) {}, nil)
}
