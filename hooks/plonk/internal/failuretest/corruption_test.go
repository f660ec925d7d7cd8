//go:build cuda && linux && (amd64 || arm64)

package failuretest

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/testscheme"
)

func TestCorruptedVerified(t *testing.T) {
	testscheme.PLONK.Corrupted(t, hookstest.NoneWrong, nil)
}

func TestCorruptedStrict(t *testing.T) {
	testscheme.PLONK.Corrupted(t, hookstest.NoneWrongStrict, nil, accel.WithStrict())
}
