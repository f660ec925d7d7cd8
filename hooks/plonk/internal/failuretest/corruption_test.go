//go:build cuda && linux && (amd64 || arm64)

package failuretest

import (
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/plonk/testscheme"
)

func TestCorruptedVerified(t *testing.T) {
	testscheme.PLONK.Corrupted(t, hookstest.NoneWrong, nil)
}

func TestWrongDevice(t *testing.T) {
	testscheme.PLONK.WrongDevice(t, func(plonk.VerifyingKey) []backend.ProverOption { return nil })
}

func TestCorruptedStrict(t *testing.T) {
	testscheme.PLONK.Corrupted(t, hookstest.NoneWrongStrict, nil, accel.WithStrict())
}
