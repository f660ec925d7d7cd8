//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"os"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// testDevice opens the device, whichever library stands behind it. Without one it skips, or fails if
// GNARK_ACCEL_REQUIRE_DEVICE is 1.
func testDevice(t testing.TB) *device {
	t.Helper()
	l, err := driver.Open("")
	if err == nil {
		var d *device
		if d, err = openDevice(l, 0, 0); err == nil {
			t.Cleanup(func() {
				if err := d.close(); err != nil {
					t.Errorf("closing the device: %v", err)
				}
			})
			return d
		}
	}
	if os.Getenv("GNARK_ACCEL_REQUIRE_DEVICE") == "1" {
		t.Fatalf("no device: %v", err)
	}
	t.Skipf("no device: %v", err)
	return nil
}

// testKernel loads one kernel of a curve's blob.
func testKernel(t *testing.T, d *device, blob func() ([]byte, error), name string) driver.Function {
	t.Helper()
	image, err := blob()
	if err != nil {
		t.Fatal(err)
	}
	var f driver.Function
	err = d.context.Do(func(th *driver.Thread) error {
		m, err := th.LoadModule(image)
		if err != nil {
			return err
		}
		f, err = th.Function(m, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// runOn copies the inputs to the device, launches f with the arguments that build makes of their addresses and that of
// an output of n words, and returns the output.
func runOn[A any](t *testing.T, d *device, f driver.Function, blocks, threads int, inputs [][]uint64, n int, build func(in []driver.Ptr, out driver.Ptr) A) []uint64 {
	t.Helper()
	out := make([]uint64, n)
	err := d.context.Do(func(th *driver.Thread) (err error) {
		s, err := th.NewStream()
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, th.DestroyStream(s)) }()
		var taken []driver.Ptr
		defer func() {
			for _, p := range taken {
				err = errors.Join(err, th.Free(p))
			}
		}()
		for _, in := range append(inputs, out) {
			p, err := th.Alloc(uint64(8 * len(in)))
			if err != nil {
				return err
			}
			taken = append(taken, p)
			if err := th.CopyIn(p, driver.Bytes(in), s); err != nil {
				return err
			}
		}
		args := build(taken[:len(inputs)], taken[len(inputs)])
		if err := launch(th, f, blocks, threads, s, &args); err != nil {
			return err
		}
		if err := th.CopyOut(driver.Bytes(out), taken[len(inputs)], s); err != nil {
			return err
		}
		return th.Synchronize(s)
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
