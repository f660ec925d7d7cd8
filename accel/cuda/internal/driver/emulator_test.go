package driver

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// openEmulator resets the emulator before and after the test, and skips the test on other
// libraries.
func openEmulator(t *testing.T) *Emulator {
	t.Helper()
	e, ok := openLibrary(t).Emulator()
	if !ok {
		t.Skip("the library is not an emulator")
	}
	e.Reset()
	t.Cleanup(e.Reset)
	return e
}

func TestStates(t *testing.T) {
	for _, c := range []struct {
		setting, value, failure string
		want                    error
		text                    string
	}{
		{setting: "DEVICES", value: "0", want: ErrNoDevice,
			text: "cuInit: CUDA_ERROR_NO_DEVICE (100)"},
		{setting: "DRIVER_VERSION", value: "11030", want: ErrDriverTooOld,
			text: "supports CUDA 11.3, the least is 11.4"},
		{setting: "CC", value: "7.0", want: ErrDeviceTooOld, text: "has 7.0"},
		{failure: "cuInit:1=803", want: ErrUnusable, text: "reboot"},
		{failure: "cuInit:1=999", want: ErrUnusable, text: "cuInit: CUDA_ERROR_UNKNOWN (999)"},
		{failure: "cuDriverGetVersion:1=1", want: ErrUnusable, text: "cuDriverGetVersion"},
		{failure: "cuDeviceGetCount:1=1", want: ErrUnusable, text: "cuDeviceGetCount"},
		{failure: "cuDevicePrimaryCtxRetain:1=46", want: ErrUnusable, text: "another process"},
		{failure: "cuDevicePrimaryCtxRetain:1=2", want: ErrOutOfMemory,
			text: "cuDevicePrimaryCtxRetain"},
		{failure: "cuDevicePrimaryCtxSetFlags_v2:1=708", want: nil},
	} {
		t.Run(c.setting+c.value+c.failure, func(t *testing.T) {
			e := openEmulator(t)
			if c.setting != "" {
				if err := e.Set(c.setting, c.value); err != nil {
					t.Fatal(err)
				}
			}
			if err := e.Fail(c.failure); err != nil {
				t.Fatal(err)
			}
			err := openAndClose()
			if c.want == nil {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %v, want %q with %q", err, c.want, c.text)
			}
			for _, s := range sentinels {
				if s != c.want && errors.Is(err, s) {
					t.Errorf("%v is %q as well", err, s)
				}
			}
		})
	}
}

func openAndClose() error {
	l, err := Open("")
	if err != nil {
		return err
	}
	c, err := l.OpenContext(0)
	if err != nil {
		return err
	}
	return c.Close()
}

// everyCall calls every entry point of the package but the two that describe errors. It cleans up
// behind itself whatever fails. It does so on a thread of its own: where the call fails that takes
// the context from the thread, the thread keeps it.
func everyCall(image []byte, name string) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocks it: the thread ends with the goroutine
		done <- everyCallHere(image, name)
	}()
	return <-done
}

func everyCallHere(image []byte, name string) (err error) {
	l, err := Open("")
	if err != nil {
		return err
	}
	c, err := l.OpenContext(0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	h := new(holding)
	defer func() {
		err = errors.Join(err, c.Do(h.release))
		if h.all != nil { // the failure was that of beginning
			err = errors.Join(err, c.Do(h.release))
		}
	}()
	var e Event
	err = c.Do(func(th *Thread) error {
		const n = 4096
		memory := func() (Ptr, error) { return th.Alloc(n) }
		slice := make([]byte, n)
		_, _, h.err = th.MemInfo()
		s := hold(h, th.NewStream, (*Thread).DestroyStream)
		p, q := hold(h, memory, (*Thread).Free), hold(h, memory, (*Thread).Free)
		pinned := hold(h, func() (*Pinned, error) { return th.AllocPinned(n) },
			(*Thread).FreePinned)
		hold(h, func() ([]byte, error) { return slice, th.Register(slice) }, (*Thread).Unregister)
		e = hold(h, func() (Event, error) { return th.NewEvent(Timing) }, (*Thread).DestroyEvent)
		m := hold(h, func() (Module, error) { return th.LoadModule(image) },
			(*Thread).UnloadModule)
		f := hold(h, func() (Function, error) { return th.Function(m, name) }, nil)
		if h.err == nil {
			h.err = th.AllowShared(f, 64<<10)
		}
		if h.err != nil {
			return h.err
		}
		work := th.Queue(s)
		work.Memset32(p, 1, n/4)
		work.CopyIn(p, slice)
		work.CopyWithin(q, p, n)
		Launch(work, f, Grid{X: 1, Threads: 1, Shared: 64 << 10}, &testArgs{})
		work.CopyOut(pinned.Bytes(), q)
		work.Record(e)
		work.Wait(e)
		return work.Err()
	})
	if err != nil {
		return err
	}
	c.pollFor = 0 // so that the wait is one call
	if err := c.Wait(e); err != nil {
		return err
	}
	return c.Do(func(th *Thread) error {
		_, query := th.Done(e)
		_, elapsed := th.Elapsed(e, e)
		return errors.Join(query, elapsed, th.Synchronize(0))
	})
}

// holding is what was taken before the first failure.
type holding struct {
	all []func(*Thread) error // give it back
	err error
}

// hold takes something, unless something failed before.
func hold[R any](h *holding, take func() (R, error), free func(*Thread, R) error) (r R) {
	if h.err != nil {
		return r
	}
	if r, h.err = take(); h.err == nil && free != nil {
		h.all = append(h.all, func(th *Thread) error { return free(th, r) })
	}
	return r
}

func (h *holding) release(th *Thread) (err error) {
	for _, free := range slices.Backward(h.all) {
		err = errors.Join(err, free(th))
	}
	h.all = nil
	return err
}

// The error of a call that fails says which call it was, for every call there is.
func TestEveryFailureSaysWhichCall(t *testing.T) {
	e := openEmulator(t)
	if err := errors.Join(e.Set("CONFIDENTIAL", "0"), // which would refuse a call
		everyCall(emulatorImage, emulatorKernel)); err != nil {
		t.Fatal(err)
	}
	for s, name := range symbolNames {
		switch symbol(s) {
		case cuGetErrorName, cuGetErrorString: // they describe failures
			continue
		case cuCtxGetCurrent, cuCtxSetCurrent: // they are called again
			continue
		}
		if err := e.Fail(name + ":1=1"); err != nil {
			t.Fatal(err)
		}
		err := everyCall(emulatorImage, emulatorKernel)
		var failure *Error
		if !errors.As(err, &failure) || failure.Call != name || failure.Code != 1 ||
			failure.Name != "CUDA_ERROR_INVALID_VALUE" {
			t.Errorf("%s failed: %v", name, err)
		}
		if live, leaked := e.Live(), e.Leaked(); live != 0 || leaked != 0 {
			t.Errorf("%s failed: %d objects are left, %d went with their context",
				name, live, leaked)
		}
	}
}

// Whichever call fails, there is an error, nothing is left, and the next time all goes well. Let
// pass are only failures in three Do, a Wait and a Close of the two calls that make a context
// current, which are made again, and of the one that gives the thread back, unless it loses the
// context for what comes after.
func TestEveryCallMayFail(t *testing.T) {
	letPass := map[int]int{2: 3 * 5, 700: 2*5 + 1, 999: 3 * 5}
	for _, code := range []int{2, 700, 999} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			e := openEmulator(t)
			for n := uint64(1); ; n++ {
				failing := fmt.Sprintf("*:%d=%d", n, code)
				if err := errors.Join(e.Set("CONFIDENTIAL", "0"), e.Fail(failing)); err != nil {
					t.Fatal(err)
				}
				err := everyCall(emulatorImage, emulatorKernel)
				if n > e.Calls() {
					if err != nil || n <= uint64(len(symbolNames))-2 {
						t.Errorf("%d calls, none of which failed: %v", n-1, err)
					}
					if n := letPass[code]; n != 0 {
						t.Errorf("%d more failures than expected had consequences", n)
					}
					return
				}
				var failure *Error
				if err == nil && letPass[code] > 0 {
					letPass[code]--
				} else if !errors.As(err, &failure) || failure.Code != code {
					t.Errorf("call %d failed: %v", n, err)
				}
				if live, leaked := e.Live(), e.Leaked(); live != 0 || leaked != 0 {
					t.Fatalf("call %d failed: %d objects are left, %d went with their context",
						n, live, leaked)
				}
			}
		})
	}
}

func TestSmallDevice(t *testing.T) {
	e := openEmulator(t)
	e.SetMemory(1 << 20)
	c := openContext(t)
	do(t, c, func(th *Thread) error {
		_, total, err := th.MemInfo()
		if total != 1<<20 {
			t.Errorf("%d bytes in total", total)
		}
		if _, err := th.Alloc(1<<20 + 1); !errors.Is(err, ErrOutOfMemory) {
			t.Errorf("more than there is: %v", err)
		}
		return err
	})
}

func TestLostIsRemembered(t *testing.T) {
	e := openEmulator(t)
	c, err := openLibrary(t).OpenContext(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Fail("cuMemAlloc_v2:1=719"); err != nil {
		t.Fatal(err)
	}
	if err := c.Do(allocateAndFree); !errors.Is(err, ErrDeviceLost) {
		t.Errorf("got %v", err)
	}
	var failure *Error
	if !errors.As(c.Lost(), &failure) || failure.Call != "cuMemAlloc_v2" || failure.Code != 719 {
		t.Errorf("lost: %v", c.Lost())
	}
	if err := c.Close(); !errors.Is(err, ErrDeviceLost) {
		t.Errorf("Close: %v", err)
	}
}

// TestClosedLost: a device that answers no call any more leaves no slice pinned, over which the
// runtime would panic.
func TestClosedLost(t *testing.T) {
	e := openEmulator(t)
	c, err := openLibrary(t).OpenContext(0)
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, minRegistered)
	if err := c.Do(func(th *Thread) error { return th.Register(b) }); err != nil {
		t.Skip(errors.Join(err, c.Close()))
	}
	if err := e.Fail("cuCtxGetCurrent:1=719,cuCtxGetCurrent:2=719"); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); !errors.Is(err, ErrDeviceLost) {
		t.Errorf("Close: %v", err)
	}
	if c.Registered(b) {
		t.Error("the slice is still pinned")
	}
}

// The kernel of the emulator that the tests run: sums and other results of pairs of scalars.
const emulatorKernel = "bn254_g1_test_scalar"

// emulatorImage is all of a fatbin that an emulator looks at: the magic number.
var emulatorImage = []byte{0x50, 0xed, 0x55, 0xba}

// testArgs are the arguments of that kernel. Scalars have 32 bytes; Out takes 10 for each
// operation, the first A + B.
type testArgs struct {
	A, B, C, D, Out Ptr
	Count, Reserved uint32
}

func TestKernelsOfTheEmulator(t *testing.T) {
	e := openEmulator(t)
	if names := e.Kernels(); !slices.Contains(names, emulatorKernel) {
		t.Errorf("kernels %q", names)
	}
	if got := e.ArgsSize(emulatorKernel); got != uint64(unsafe.Sizeof(testArgs{})) {
		t.Errorf("the kernel takes %d bytes, the test gives %d", got, unsafe.Sizeof(testArgs{}))
	}
	if e.ArgsSize("no_such_kernel") != 0 {
		t.Error("a kernel that does not exist takes arguments")
	}
	if e.Set("COLOUR", "red") == nil || e.Fail("cuNothing:1=1") == nil {
		t.Error("nonsense was accepted")
	}
}

func TestLaunchOnEmulator(t *testing.T) {
	openEmulator(t)
	c := openContext(t)
	f := kernel(t, c, emulatorImage, emulatorKernel)
	const n = 100
	in, out := alloc(t, c, n*32), alloc(t, c, n*32)
	// 1 in Montgomery form, 2^256 modulo the group's order; the kernel takes scalars out of it.
	one := [8]uint32{
		0x4ffffffb, 0xac96341c, 0x9f60cd29, 0x36fc7695,
		0x7879462e, 0x666ea36f, 0x9a07df2f, 0x0e0a77c1,
	}
	words := make([]uint32, n*8)
	for i := 1; i < n; i += 2 {
		copy(words[8*i:], one[:])
	}
	upload(t, c, in, words)
	queue(t, c, 0, func(q *Queue) {
		args := testArgs{A: in, B: in, C: in, D: in, Out: out, Count: n}
		Launch(q, f, Grid{X: 4, Threads: 32}, &args)
	})
	got := download(t, c, out, n*8, 0)
	for i := range n {
		if got[8*i] != uint32(i%2) {
			t.Fatalf("scalar %d is %d", i, got[8*i])
		}
	}
}
