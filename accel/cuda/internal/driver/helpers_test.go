package driver

import (
	"errors"
	"os"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// The tests run on whatever library there is, a real driver's or an emulator's. They skip without
// one.

// needBinding skips in builds that open no library at all.
func needBinding(t *testing.T) {
	t.Helper()
	if err := ErrUnavailable(); err != nil {
		t.Skip(err)
	}
}

// openLibrary opens the library under test.
func openLibrary(t testing.TB) *Library {
	t.Helper()
	l, err := Open("")
	if err != nil {
		if os.Getenv("GNARK_ACCEL_REQUIRE_DEVICE") == "1" {
			t.Fatalf("a device is required: %v", err)
		}
		t.Skipf("no device: %v", err)
	}
	return l
}

// openContext opens the first device for the length of the test, which must give back all device
// memory.
func openContext(t testing.TB) *Context {
	t.Helper()
	return openDevice(t, openLibrary(t), 0)
}

// openDevice does the same with a device of a library.
func openDevice(t testing.TB, l *Library, device int) *Context {
	t.Helper()
	c, err := l.OpenContext(device)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if n := c.BytesInUse(); n != 0 {
			t.Errorf("%d bytes of device memory were not freed", n)
		}
		if err := c.Close(); err != nil {
			t.Errorf("closing the context: %v", err)
		}
	})
	return c
}

// do runs f and fails the test if it fails.
func do(t testing.TB, c *Context, f func(*Thread) error) {
	t.Helper()
	if err := c.Do(f); err != nil {
		t.Fatal(err)
	}
}

// queue has f queue work in a stream.
func queue(t testing.TB, c *Context, s Stream, f func(*Queue)) {
	t.Helper()
	if err := c.Queue(s, f); err != nil {
		t.Fatal(err)
	}
}

// alloc allocates device memory for the length of the test.
func alloc(t testing.TB, c *Context, bytes int) Ptr {
	t.Helper()
	return acquire(t, c, func(th *Thread) (Ptr, error) {
		return th.Alloc(uint64(bytes))
	}, (*Thread).Free)
}

// stream makes a stream for the length of the test.
func stream(t testing.TB, c *Context) Stream {
	t.Helper()
	return acquire(t, c, (*Thread).NewStream, (*Thread).DestroyStream)
}

// event makes an event for the length of the test.
func event(t testing.TB, c *Context, kind EventKind) Event {
	t.Helper()
	return acquire(t, c, func(th *Thread) (Event, error) {
		return th.NewEvent(kind)
	}, (*Thread).DestroyEvent)
}

func acquire[R any](
	t testing.TB, c *Context, get func(*Thread) (R, error), free func(*Thread, R) error,
) R {
	t.Helper()
	var r R
	do(t, c, func(th *Thread) (err error) {
		r, err = get(th)
		return err
	})
	t.Cleanup(func() { do(t, c, func(th *Thread) error { return free(th, r) }) })
	return r
}

// upload copies words to the device and waits for it.
func upload(t testing.TB, c *Context, dst Ptr, words []uint32) {
	t.Helper()
	do(t, c, func(th *Thread) error {
		q := th.Queue(0)
		q.CopyIn(dst, raw.Bytes(words))
		return errors.Join(q.Err(), th.Synchronize(0))
	})
}

// download copies words from the device behind what is in the stream.
func download(t testing.TB, c *Context, src Ptr, n int, s Stream) []uint32 {
	t.Helper()
	words := make([]uint32, n)
	do(t, c, func(th *Thread) error {
		q := th.Queue(s)
		q.CopyOut(raw.Bytes(words), src)
		return errors.Join(q.Err(), th.Synchronize(s))
	})
	return words
}

// counting returns first, first+1, …
func counting(n int, first uint32) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		words[i] = first + uint32(i)
	}
	return words
}
