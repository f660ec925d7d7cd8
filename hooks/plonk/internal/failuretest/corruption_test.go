//go:build cuda && linux && (amd64 || arm64)

package failuretest

import (
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/plonk/testscheme"
)

// verified are no options: all proofs are verified.
func verified(plonk.VerifyingKey) []backend.ProverOption { return nil }

func TestCorruptedVerified(t *testing.T) { testscheme.PLONK.Corrupted(t, false, verified) }
func TestCorruptedStrict(t *testing.T)   { testscheme.PLONK.Corrupted(t, true, verified) }
func TestWrongDevice(t *testing.T)       { testscheme.PLONK.WrongDevice(t, verified) }
