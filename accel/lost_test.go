//go:build cuda && linux && (amd64 || arm64)

package accel_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// A device that lacks memory, and is lost while that is cleaned up, is a lost one: no sum is tried
// again in halves, the engine leaves the device, and the CPU computes.
func TestDeviceLostForLackOfMemory(t *testing.T) {
	emulator := devicetest.Emulator(t)
	defer emulator.Reset()
	points, scalars := oneToN(8)
	want := triangle(8)
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprintf("strict=%v", strict), func(t *testing.T) {
			emulator.Reset()
			book := new(logbook.Book)
			e, err := accel.Open(devicetest.Options(append(
				devicetest.Injection{Strict: strict}.Options(),
				accel.WithLogger(book.Logger()), devicetest.NarrowBuckets())...)...)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close() // which a lost device may refuse
			bases, err := bn254.NewG1(e).Load(points)
			if err != nil {
				t.Fatal(err)
			}
			if err := emulator.Fail("cuLaunchKernel:3=2,cuStreamSynchronize:1=999"); err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second one does not reach the device
				vectors := [][]fr.Element{scalars, scalars}
				sums, err := bases.MultiExpBatch(0, vectors, ecc.MultiExpConfig{})
				if strict != errors.Is(err, accel.ErrDeviceLost) || !strict && err != nil {
					t.Errorf("the error is %v", err)
				}
				for i := range sums {
					if !sums[i].Equal(&want) {
						t.Error("a wrong sum")
					}
				}
			}
			lines := book.Entries("device lost, it is not used any more")
			if s := e.Statistics(); len(lines) != 1 || s.Failures != 1 || s.DeviceMSMs != 0 ||
				!errors.Is(e.Unavailable(), accel.ErrDeviceLost) {
				t.Errorf("lines %v, %+v, unavailable: %v", lines, s, e.Unavailable())
			}
		})
	}
}
