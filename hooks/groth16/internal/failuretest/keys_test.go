//go:build cuda && linux && (amd64 || arm64)

package failuretest

import (
	"fmt"
	"testing"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/examples/circuits/logbook"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/groth16/testscheme"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestWrongAboutKey attaches a right key with each kernel left out once. No fault has the key
// refused: the CPU finds it right where the device compares its points wrongly.
func TestWrongAboutKey(t *testing.T) {
	emulator, i := devicetest.Emulator(t), testscheme.Groth16.Shared(t, "cubic")
	t.Cleanup(emulator.Reset)
	defer logger.Set(logger.Logger())
	var book logbook.Book
	logger.Set(book.Logger())
	attach := func(fault string) (kernels uint64) {
		emulator.Reset()
		e := hookstest.Engine(t)
		if err := emulator.Corrupt(fault); err != nil {
			t.Fatal(err)
		}
		if err := accelerated.Attach(i.PK, accelerated.WithEngine(e)); err != nil {
			t.Errorf("%s: %v", fault, err)
		}
		kernels = emulator.Runs("kernel")
		if err := accelerated.Release(i.PK); err != nil {
			t.Error(err)
		}
		return kernels
	}
	for n := range attach("") {
		attach(fmt.Sprintf("kernel:%d=skip", n+1))
	}
	const message = "a device was wrong about a proving key, which the CPU finds right"
	if len(book.Entries(message)) == 0 {
		t.Error("no fault had the points compared wrongly")
	}
}
