//go:build cuda && linux && (amd64 || arm64)

package failuretest

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/plonk/testscheme"
)

func TestFallBack(t *testing.T) { testscheme.PLONK.FallBack(t) }
func TestGoesOn(t *testing.T)   { testscheme.PLONK.GoesOn(t) }
func TestStrict(t *testing.T)   { testscheme.PLONK.Strict(t) }

func TestOtherDeviceTakesOver(t *testing.T) { testscheme.PLONK.OtherDeviceTakesOver(t) }
func TestAllDevicesFail(t *testing.T)       { testscheme.PLONK.AllDevicesFail(t) }
func TestLostDevice(t *testing.T)           { testscheme.PLONK.LostDevice(t) }
