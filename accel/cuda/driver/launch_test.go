//go:build cuda && linux && (amd64 || arm64)

package driver

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// kernel loads the test kernels for the length of the test and finds one of them.
func kernel(t testing.TB, c *Context, name string) Function {
	t.Helper()
	m := acquire(t, c,
		func(th *Thread) (Module, error) { return th.LoadModule(cString(testKernels)) }, (*Thread).UnloadModule)
	var f Function
	do(t, c, func(th *Thread) (err error) {
		f, err = th.Function(m, name)
		return err
	})
	return f
}

func TestLaunch(t *testing.T) {
	c := openContext(t)
	f := kernel(t, c, "driver_test_scale")
	const n, launches = 10_000, 20
	in, out, s := alloc(t, c, 4*n), alloc(t, c, 4*n), stream(t, c)
	upload(t, c, in, counting(n, 0))
	// The arguments are the caller's again as soon as Launch returns.
	args := scaleArgs{Out: out, In: in}
	for i := range uint32(launches) {
		args.N, args.Factor = n, i
		do(t, c, func(th *Thread) error {
			err := Launch(th, f, [3]uint32{(n + 127) / 128, 1, 1}, [3]uint32{128, 1, 1}, s, &args)
			args = scaleArgs{Out: in, In: out}
			return err
		})
		want := counting(n, 0)
		for j := range want {
			want[j] = want[j]*i + uint32(j)
		}
		if got := download(t, c, out, n, s); !slices.Equal(got, want) {
			t.Fatalf("factor %d: wrong", i)
		}
		args = scaleArgs{Out: out, In: in}
	}
}

func TestLaunchRefusesArguments(t *testing.T) {
	c := openContext(t)
	do(t, c, func(th *Thread) error {
		one := [3]uint32{1, 1, 1}
		if err := Launch(th, 0, one, one, 0, new([maxArguments + 1]byte)); err == nil || !strings.Contains(err.Error(), "4097 bytes") {
			t.Errorf("too many: %v", err)
		}
		if err := Launch(th, 0, one, one, 0, new([]byte)); err == nil || !strings.Contains(err.Error(), "[]uint8 hold Go pointers") {
			t.Errorf("pointers: %v", err)
		}
		return nil
	})
}

func TestModuleErrors(t *testing.T) {
	c := openContext(t)
	do(t, c, func(th *Thread) error {
		if _, err := th.LoadModule(nil); err == nil {
			t.Error("an empty image was loaded")
		}
		m, err := th.LoadModule(cString(testKernels))
		if err != nil {
			return err
		}
		_, err = th.Function(m, "no_such_kernel")
		var failure *Error
		if !errors.As(err, &failure) || failure.Code != 500 || failure.Call != "cuModuleGetFunction" ||
			failure.Name != "CUDA_ERROR_NOT_FOUND" || !strings.Contains(err.Error(), "no_such_kernel") {
			t.Errorf("got %v", err)
		}
		return th.UnloadModule(m)
	})
}

func BenchmarkLaunch(b *testing.B) {
	c := openContext(b)
	f := kernel(b, c, "driver_test_scale")
	memory := alloc(b, c, 4)
	do(b, c, func(th *Thread) error {
		args := scaleArgs{Out: memory, In: memory, N: 1, Factor: 1}
		b.ReportAllocs()
		for b.Loop() {
			if err := Launch(th, f, [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}, 0, &args); err != nil {
				return err
			}
		}
		return th.Synchronize(0)
	})
}
