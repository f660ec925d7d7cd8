//go:build cuda && linux && (amd64 || arm64)

package device

import (
	"bytes"
	"errors"
	"sync"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// openTestOutbox returns an outbox, which every device can have.
func openTestOutbox(t *testing.T) *Outbox {
	c, err := cudatest.Library(t).OpenContext(0)
	cudatest.Must(t, err)
	var o *Outbox
	cudatest.Must(t, c.Do(func(t *driver.Thread) (err error) {
		o, err = openOutbox(t, c)
		return err
	}))
	t.Cleanup(func() {
		cudatest.Must(t, c.Do(o.close))
		cudatest.Must(t, c.Close())
	})
	clear(o.pinned.Bytes())
	return o
}

// put writes a byte n times to the place of an item.
func put(t *testing.T, o *Outbox, i *Item, b byte, n int) {
	t.Helper()
	at, ok := i.Place(n)
	if !ok {
		t.Errorf("no room for %d bytes", n)
		return
	}
	if err := o.context.Queue(o.stream, func(q *driver.Queue) {
		q.Memset32(at, 0x01010101*uint32(b), uint64(n/4))
	}); err != nil {
		t.Error(err)
	}
}

// TestOutboxConcurrent has results leave together, and some that come to nothing. In the end
// nothing is under way, or left in pinned memory.
func TestOutboxConcurrent(t *testing.T) {
	o := openTestOutbox(t)
	for round := range 12 {
		items := make([]*Item, 5)
		for k := range items {
			items[k] = o.Begin()
		}
		var ended sync.WaitGroup
		for k, item := range items {
			ended.Add(1)
			go func() {
				defer ended.Done()
				n := 1000 * k // nothing of the first one
				if n > 0 {
					put(t, o, item, byte(round+k), n)
				}
				got, err := item.End()
				again, _ := item.End()
				want := bytes.Repeat([]byte{byte(round + k)}, n)
				if err != nil || !bytes.Equal(got, want) || again != nil {
					t.Errorf("round %d, item %d: other bytes, %v", round, k, err)
				}
			}()
		}
		ended.Wait()
	}
	if o.parcel != nil || !bytes.Equal(o.pinned.Bytes(), make([]byte, outboxBytes)) {
		t.Errorf("%v is under way, or results are left in pinned memory", o.parcel)
	}
}

// TestOutboxFails: a parcel whose copy was queued, but whose clearing was not, leaves nothing.
func TestOutboxFails(t *testing.T) {
	o := openTestOutbox(t)
	e, ok := o.context.Library().Emulator()
	if !ok {
		t.Skip("a driver refuses nothing")
	}
	item := o.Begin()
	put(t, o, item, 1, 64)
	cudatest.Must(t, e.Fail("cuMemsetD32Async:1=999"))
	_, err := item.End()
	cudatest.Must(t, e.Fail(""))
	if err == nil {
		t.Error("nothing failed")
	}
	cudatest.Must(t, o.context.Do(func(t *driver.Thread) error { return t.Synchronize(o.stream) }))
	if !bytes.Equal(o.pinned.Bytes(), make([]byte, outboxBytes)) {
		t.Error("results are left in pinned memory")
	}
	cudatest.Must(t, o.context.Do(o.wipe))
	left := make([]byte, outboxBytes)
	cudatest.Must(t, o.context.Do(func(t *driver.Thread) error {
		q := t.Queue(o.stream)
		q.CopyOut(left, o.memory)
		return errors.Join(q.Err(), t.Synchronize(o.stream))
	}))
	if !bytes.Equal(left, make([]byte, outboxBytes)) {
		t.Error("results are left on the device")
	}
}

// TestOutboxIsFull: what finds no room, and what no outbox takes, leaves by itself.
func TestOutboxIsFull(t *testing.T) {
	o := openTestOutbox(t)
	item, second := o.Begin(), o.Begin()
	put(t, o, item, 1, outboxBytes)
	if _, ok := second.Place(4); ok {
		t.Error("a full parcel takes more")
	}
	o.parcel.leaving = true // as an End has it
	for _, none := range []*Item{o.Begin(), (*Outbox)(nil).Begin()} {
		if _, ok := none.Place(4); ok || none != nil {
			t.Error("a parcel that leaves takes another item")
		}
		none.End()
	}
	go second.End()
	if got, err := item.End(); err != nil || len(got) != outboxBytes {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}
