// Package cudatest helps the tests of the backend's packages to a device, kernels and numbers.
package cudatest

import (
	"errors"
	"os"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Library opens the driver library, whichever one it is. Without a device it skips, or fails if
// GNARK_ACCEL_REQUIRE_DEVICE is 1.
func Library(t testing.TB) *driver.Library {
	t.Helper()
	l, err := driver.Open("")
	if err == nil {
		return l
	}
	if os.Getenv("GNARK_ACCEL_REQUIRE_DEVICE") == "1" {
		t.Fatalf("no device: %v", err)
	}
	t.Skipf("no device: %v", err)
	return nil
}

// Must fails the test on an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Long reports whether tests may take minutes.
func Long() bool { return os.Getenv("GNARK_ACCEL_LONG") == "1" }

// Kernel loads one kernel of a curve.
func Kernel(
	t *testing.T, c *driver.Context, images driver.Images, name string,
) driver.Function {
	t.Helper()
	var f driver.Function
	Must(t, c.Do(func(th *driver.Thread) error {
		m, err := th.LoadImages(images)
		if err != nil {
			return err
		}
		f, err = th.Function(m, name)
		return err
	}))
	return f
}

// Launch is the launch of a kernel on a line of blocks, with its words.
type Launch struct {
	Blocks, Threads int
	Inputs          [][]uint64
	Output          int // number of words
}

// Run copies the inputs to the device, launches a kernel, and returns its output. The arguments are
// made of the addresses of the inputs and of the output.
func Run[A any](
	t *testing.T, c *driver.Context, f driver.Function, l Launch,
	args func(in []driver.Ptr, out driver.Ptr) A,
) []uint64 {
	t.Helper()
	out := make([]uint64, l.Output)
	Must(t, c.Do(func(th *driver.Thread) (err error) {
		s, err := th.NewStream()
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, th.DestroyStream(s)) }()
		q, taken := th.Queue(s), []driver.Ptr(nil)
		defer func() {
			for _, p := range taken {
				err = errors.Join(err, th.Free(p))
			}
		}()
		for _, in := range append(l.Inputs, out) {
			p, err := th.Alloc(uint64(8 * len(in)))
			if err != nil {
				return err
			}
			taken = append(taken, p)
			q.CopyIn(p, raw.Bytes(in))
		}
		n := len(l.Inputs)
		a := args(taken[:n], taken[n])
		driver.Launch(q, f, driver.Grid{X: l.Blocks, Threads: l.Threads}, &a)
		q.CopyOut(raw.Bytes(out), taken[n])
		return errors.Join(q.Err(), th.Synchronize(s))
	}))
	return out
}
