//go:build cuda && linux && (amd64 || arm64)

package failuretest

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/groth16/testscheme"
)

func TestFallBack(t *testing.T) { testscheme.Groth16.FallBack(t) }
func TestGoesOn(t *testing.T)   { testscheme.Groth16.GoesOn(t) }
func TestStrict(t *testing.T)   { testscheme.Groth16.Strict(t) }

func TestOtherDeviceTakesOver(t *testing.T) { testscheme.Groth16.OtherDeviceTakesOver(t) }
func TestAllDevicesFail(t *testing.T)       { testscheme.Groth16.AllDevicesFail(t) }
func TestLostDevice(t *testing.T)           { testscheme.Groth16.LostDevice(t) }
