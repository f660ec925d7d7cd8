//go:build cuda && linux && (amd64 || arm64)

package failuretest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/groth16/testscheme"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// TestWrongAboutKey attaches a right key where a device compares its points without factors: the
// last copy to it is left out. The CPU finds the key right, and the fault does not have it refused.
func TestWrongAboutKey(t *testing.T) {
	const copyUp = "cuMemcpyHtoDAsync_v2"
	emulator, i := devicetest.Emulator(t), testscheme.Groth16.Shared(t, "cubic")
	t.Cleanup(emulator.Reset)
	defer logger.Set(logger.Logger())
	var book logbook.Book
	logger.Set(book.Logger())
	attach := func(fault string) (copies uint64) {
		emulator.Reset()
		e, err := accel.Open(devicetest.Options(accel.WithPrecompute(accel.PrecomputeFactor(2)))...)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		if err := emulator.Corrupt(fault); err != nil {
			t.Fatal(err)
		}
		if err := accelerated.Attach(i.PK, accelerated.WithEngine(e)); err != nil {
			t.Errorf("%s: %v", fault, err)
		}
		copies = emulator.Runs(copyUp)
		if err := accelerated.Release(i.PK); err != nil {
			t.Error(err)
		}
		return copies
	}
	last := attach("")
	attach(fmt.Sprintf("%s:%d=skip", copyUp, last))
	const message = "a device was wrong about a proving key, which the CPU finds right"
	if n := len(book.Entries(message)); n != 1 {
		t.Errorf("a device was wrong %d times, expected once", n)
	}
}

// TestFailuresSayNothingOfKeys has all calls of the driver fail from one on while a key is attached
// to a strict engine. The error is the device's, also where points of the key are compared.
func TestFailuresSayNothingOfKeys(t *testing.T) {
	defer logger.Set(logger.Logger())
	logger.Disable()
	emulator, i := devicetest.Emulator(t), testscheme.Groth16.Shared(t, "cubic")
	t.Cleanup(emulator.Reset)
	for n, failed := 1, true; failed; n += 10 {
		emulator.Reset()
		e, err := accel.Open(devicetest.Options(accel.WithStrict(),
			accel.WithPrecompute(accel.PrecomputeFactor(2)))...)
		devicetest.NoError(t, err)
		devicetest.NoError(t, emulator.Fail(fmt.Sprintf("*:%d+=%d", n, devicetest.OutOfMemory)))
		err = accelerated.Attach(i.PK, accelerated.WithEngine(e))
		if errors.Is(err, accelerated.ErrUnsafeKey) {
			t.Errorf("from call %d on: %v", n, err)
		}
		failed = err != nil
		_ = errors.Join(accelerated.Release(i.PK), e.Close()) // their calls fail, too
	}
}
