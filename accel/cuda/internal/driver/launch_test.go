package driver

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// kernel loads an image for the length of the test and finds one of its kernels.
func kernel(t testing.TB, c *Context, image []byte, name string) Function {
	t.Helper()
	m := acquire(t, c, func(th *Thread) (Module, error) {
		return th.LoadModule(image)
	}, (*Thread).UnloadModule)
	var f Function
	do(t, c, func(th *Thread) (err error) {
		f, err = th.Function(m, name)
		return err
	})
	return f
}

// idleLaunch returns a function that launches a kernel that finds nothing to do, on any library.
func idleLaunch(t testing.TB, c *Context) func(*Thread) error {
	t.Helper()
	if _, ok := c.Library().Emulator(); ok {
		f := kernel(t, c, emulatorImage, emulatorKernel)
		return func(th *Thread) error { return launchOne(th, f, 0, &testArgs{}) }
	}
	f := kernel(t, c, cString(testKernels), "driver_test_scale")
	return func(th *Thread) error { return launchOne(th, f, 0, &scaleArgs{}) }
}

// launchOne launches one thread with some shared memory.
func launchOne[A any](th *Thread, f Function, shared int, args *A) error {
	q := th.Queue(0)
	Launch(q, f, Grid{X: 1, Threads: 1, Shared: shared}, args)
	return q.Err()
}

// More shared memory than every device gives needs leave, and there is no more than the device
// says.
func TestLaunchShared(t *testing.T) {
	c := openContext(t)
	most := c.Info().SharedBytes
	if most < 48<<10 {
		t.Fatalf("a block has %d bytes of shared memory", most)
	}
	name, image := "driver_test_scale", cString(testKernels)
	launch := func(th *Thread, f Function, bytes int) error {
		return launchOne(th, f, bytes, &scaleArgs{})
	}
	if _, ok := c.Library().Emulator(); ok {
		name, image = emulatorKernel, emulatorImage
		launch = func(th *Thread, f Function, bytes int) error {
			return launchOne(th, f, bytes, &testArgs{})
		}
	}
	f := kernel(t, c, image, name)
	do(t, c, func(th *Thread) error {
		if err := launch(th, f, most); most > 48<<10 && err == nil {
			t.Error("more than 48 KiB without leave")
		}
		if err := th.AllowShared(f, most+1); err == nil {
			t.Error("leave for more than there is")
		}
		if err := th.AllowShared(f, most); err != nil {
			return err
		}
		return errors.Join(launch(th, f, most), th.Synchronize(0))
	})
}

func TestLaunch(t *testing.T) {
	c := openContext(t)
	if _, ok := c.Library().Emulator(); ok {
		t.Skip("an emulator does not run PTX: TestLaunchOnEmulator")
	}
	f := kernel(t, c, cString(testKernels), "driver_test_scale")
	const n, launches = 10_000, 20
	in, out, s := alloc(t, c, 4*n), alloc(t, c, 4*n), stream(t, c)
	upload(t, c, in, counting(n, 0))
	for factor := range uint32(launches) {
		queue(t, c, s, func(q *Queue) {
			args := scaleArgs{Out: out, In: in, N: n, Factor: factor}
			Launch(q, f, Grid{X: (n + 127) / 128, Threads: 128}, &args)
			args = scaleArgs{} // the caller's again
		})
		want := counting(n, 0)
		for i := range want {
			want[i] = want[i]*factor + uint32(i)
		}
		if got := download(t, c, out, n, s); !slices.Equal(got, want) {
			t.Fatalf("factor %d: wrong", factor)
		}
	}
}

func TestLaunchRefusesArguments(t *testing.T) {
	c := openContext(t)
	do(t, c, func(th *Thread) error {
		err := launchOne(th, 0, 0, new([maxArguments + 1]byte))
		if err == nil || !strings.Contains(err.Error(), "4097 bytes") {
			t.Errorf("too many: %v", err)
		}
		err = launchOne(th, 0, 0, new([]byte))
		if err == nil || !strings.Contains(err.Error(), "[]uint8 hold Go pointers") {
			t.Errorf("pointers: %v", err)
		}
		return nil
	})
}

func TestModuleErrors(t *testing.T) {
	c := openContext(t)
	image := cString(testKernels)
	if _, ok := c.Library().Emulator(); ok {
		image = emulatorImage
	}
	do(t, c, func(th *Thread) error {
		if _, err := th.LoadModule(nil); err == nil {
			t.Error("an empty image was loaded")
		}
		var failure *Error
		_, err := th.LoadModule(cString("these are no kernels"))
		if !errors.As(err, &failure) || failure.Call != "cuModuleLoadData" {
			t.Errorf("got %v", err)
		}
		m, err := th.LoadModule(image)
		if err != nil {
			return err
		}
		_, err = th.Function(m, "no_such_kernel")
		if !errors.As(err, &failure) || failure.Code != 500 ||
			failure.Call != "cuModuleGetFunction" || failure.Name != "CUDA_ERROR_NOT_FOUND" ||
			!strings.Contains(err.Error(), "no_such_kernel") {
			t.Errorf("got %v", err)
		}
		return th.UnloadModule(m)
	})
}

func BenchmarkLaunch(b *testing.B) {
	c := openContext(b)
	launch := idleLaunch(b, c)
	do(b, c, func(th *Thread) error {
		b.ReportAllocs()
		for b.Loop() {
			if err := launch(th); err != nil {
				return err
			}
		}
		return th.Synchronize(0)
	})
}
