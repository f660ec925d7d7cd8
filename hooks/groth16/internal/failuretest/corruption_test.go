//go:build cuda && linux && (amd64 || arm64)

package failuretest

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/testscheme"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

func TestCorrupted(t *testing.T) {
	testscheme.Groth16.Corrupted(t, func(t *testing.T, all hookstest.Tallies) {}, nil)
}
