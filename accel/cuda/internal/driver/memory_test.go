package driver

import (
	"bytes"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/internal/raw"
)

func TestMemInfo(t *testing.T) {
	c := openContext(t)
	do(t, c, func(th *Thread) error {
		free, total, err := th.MemInfo()
		if err == nil && (free == 0 || free > total || total > c.Info().TotalMemory) {
			t.Errorf("%d free of %d, the device has %d", free, total, c.Info().TotalMemory)
		}
		return err
	})
}

func TestMemoryGoesRound(t *testing.T) {
	c := openContext(t)
	const n = 1 << 16
	a, b := alloc(t, c, 4*n), alloc(t, c, 4*n)
	want := counting(n, 1)
	upload(t, c, a, want)
	do(t, c, func(th *Thread) error {
		q := th.Queue(0)
		q.Memset32(b, 0xdeadbeef, n)
		q.CopyWithin(b+4*16, a+4*8, 4*100)
		return q.Err()
	})
	got := download(t, c, b, n, 0)
	for i := range want {
		want[i] = 0xdeadbeef
	}
	copy(want[16:116], counting(100, 9))
	if !slices.Equal(got, want) {
		t.Error("what came back is not what was written")
	}
}

func TestEmptyTransfersDoNothing(t *testing.T) {
	c := openContext(t)
	do(t, c, func(th *Thread) error {
		p, err := th.Alloc(0)
		if p != 0 || err != nil {
			t.Errorf("no bytes: %x, %v", p, err)
		}
		pinned, err := th.AllocPinned(0)
		if err != nil {
			return err
		}
		q := th.Queue(0)
		q.CopyIn(0, nil)
		q.CopyOut(nil, 0)
		q.CopyWithin(0, 0, 0)
		q.Memset32(0, 1, 0)
		return errors.Join(
			q.Err(), th.Free(0), th.FreePinned(pinned), th.FreePinned(nil),
			th.Register(nil), th.Unregister(nil),
		)
	})
}

func TestBytesInUse(t *testing.T) {
	c := openContext(t)
	do(t, c, func(th *Thread) error {
		var memory []Ptr
		for i, n := range []uint64{1, 1000, 1 << 20} {
			p, err := th.Alloc(n)
			if err != nil {
				return err
			}
			memory = append(memory, p)
			if got, want := c.BytesInUse(), []uint64{1, 1001, 1001 + 1<<20}[i]; got != want {
				t.Errorf("%d bytes in use, want %d", got, want)
			}
		}
		for i, p := range memory {
			if err := th.Free(p); err != nil {
				return err
			}
			if got, want := c.BytesInUse(), []uint64{1000 + 1<<20, 1 << 20, 0}[i]; got != want {
				t.Errorf("%d bytes in use, want %d", got, want)
			}
		}
		return nil
	})
}

func TestOutOfMemory(t *testing.T) {
	c := openContext(t)
	err := c.Do(func(th *Thread) error {
		_, err := th.Alloc(1 << 50)
		return err
	})
	if !errors.Is(err, ErrOutOfMemory) ||
		!strings.Contains(err.Error(), "1125899906842624 bytes") ||
		!strings.Contains(err.Error(), "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (2)") {
		t.Errorf("got %v", err)
	}
	if c.Lost() != nil || c.BytesInUse() != 0 {
		t.Errorf("lost %v, %d bytes in use", c.Lost(), c.BytesInUse())
	}
	do(t, c, allocateAndFree)
}

func TestPinned(t *testing.T) {
	c := openContext(t)
	for _, n := range []int{4 << 10, minRegistered} { // the driver's memory, and the system's
		testPinned(t, c, n)
	}
}

func testPinned(t *testing.T, c *Context, n int) {
	device := alloc(t, c, n)
	do(t, c, func(th *Thread) error {
		p, err := th.AllocPinned(n)
		if err != nil {
			return err
		}
		b := p.Bytes()
		if len(b) != n || c.Registered(b) != (n >= minRegistered && th.Registers()) {
			t.Errorf("%d bytes; registered: %v", len(b), c.Registered(b))
		}
		words := raw.View[uint32](b)
		copy(words, counting(n/4, 3))
		q := th.Queue(0)
		q.CopyIn(device, b)
		err = th.Synchronize(0)
		clear(b)
		q.CopyOut(b, device)
		err = errors.Join(err, q.Err(), th.Synchronize(0))
		if !slices.Equal(words, counting(n/4, 3)) {
			t.Error("what came back is not what was written")
		}
		err = errors.Join(err, th.FreePinned(p), th.FreePinned(p))
		if p.Bytes() != nil || c.Registered(b) {
			t.Error("freed memory is still shown or registered")
		}
		return err
	})
}

// TestPinnedIsLeft: a registered buffer that nobody freed goes with its context.
func TestPinnedIsLeft(t *testing.T) {
	c, err := openLibrary(t).OpenContext(0)
	if err != nil {
		t.Fatal(err)
	}
	var b []byte
	do(t, c, func(th *Thread) error {
		p, err := th.AllocPinned(minRegistered)
		b = p.Bytes()
		return err
	})
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := raw.Unmap(b); err == nil {
		t.Error("its memory was still there")
	}
}

// TestForgotten: a context that nobody closed does not end the program.
func TestForgotten(t *testing.T) {
	func() {
		c, err := openLibrary(t).OpenContext(0)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Do(func(th *Thread) error {
			return th.Register(make([]byte, minRegistered))
		}); err != nil {
			t.Skipf("this system registers no Go memory: %v", err)
		}
	}()
	for range 2 {
		runtime.GC() // would panic
	}
	time.Sleep(10 * time.Millisecond)
}

func TestRegister(t *testing.T) {
	c := openContext(t)
	const n = 1 << 20
	device := alloc(t, c, n)
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i * 7)
	}
	want := bytes.Clone(b)
	if err := c.Do(func(th *Thread) error { return th.Register(b) }); err != nil {
		t.Skipf("this system registers no Go memory: %v", err)
	}
	do(t, c, func(th *Thread) error {
		if !c.Registered(b[n/2:]) || c.Registered(make([]byte, n)) || c.Registered(b[:0]) {
			t.Error("other slices than those that lie in it are registered")
		}
		q := th.Queue(0)
		q.CopyIn(device, b)
		err := th.Synchronize(0)
		clear(b)
		q.CopyOut(b[:n/2], device)
		err = errors.Join(err, q.Err(), th.Synchronize(0), th.Unregister(b))
		other := func(r rune) bool { return r != 0 }
		if !bytes.Equal(b[:n/2], want[:n/2]) || bytes.ContainsFunc(b[n/2:], other) {
			t.Error("what came back is not what was written")
		}
		if th.Unregister(b) == nil {
			t.Error("a slice was unregistered twice")
		}
		return err
	})
}
