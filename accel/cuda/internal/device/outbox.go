package device

import (
	"errors"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// Outbox has results leave a device together, where each copy to the host takes long.
//
// Computations that begin while no result is there put theirs into one parcel. It goes to the host
// in one copy, once the last of them has ended. Whatever begins meanwhile has its result leave by
// itself, as with a nil Outbox.
type Outbox struct {
	context *driver.Context
	stream  driver.Stream
	sent    driver.Event
	memory  driver.Ptr
	pinned  *driver.Pinned

	mutex  sync.Mutex // guards the parcel, until it is sent
	parcel *parcel    // that is under way, or nil
}

const (
	// outboxBytes is the device memory of an outbox.
	outboxBytes = 256 << 10
	// minForOutbox is the memory of a device that has some to spare, in bytes.
	minForOutbox = 128 * outboxBytes
)

// parcel is what leaves in one copy.
type parcel struct {
	used    int            // bytes
	under   sync.WaitGroup // computations that have not ended
	leaving bool           // one has, and no other joins
	content func() ([]byte, error)
}

// openOutbox makes the outbox of a device whose driver registers no memory. It takes device memory.
func openOutbox(t *driver.Thread, c *driver.Context) (*Outbox, error) {
	o, errs := &Outbox{context: c}, [4]error{}
	o.stream, errs[0] = t.NewStream()
	o.sent, errs[1] = t.NewEvent(driver.Waking)
	o.memory, errs[2] = t.Alloc(outboxBytes)
	o.pinned, errs[3] = t.AllocPinned(outboxBytes)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, errors.Join(err, o.free(t))
	}
	return o, nil
}

// close clears and frees everything. No result may be on its way.
func (o *Outbox) close(t *driver.Thread) error { return errors.Join(o.wipe(t), o.free(t)) }

// wipe clears all memory. A copy that failed has left its parcel there.
func (o *Outbox) wipe(t *driver.Thread) error {
	q := t.Queue(o.stream)
	q.Memset32(o.memory, 0, outboxBytes/4)
	err := errors.Join(q.Err(), t.Synchronize(o.stream))
	clear(o.pinned.Bytes())
	return err
}

// free frees everything that was made.
func (o *Outbox) free(t *driver.Thread) error {
	return errors.Join(t.FreePinned(o.pinned), t.Free(o.memory), t.DestroyEvent(o.sent),
		t.DestroyStream(o.stream))
}

// Item is the result of a computation in an outbox. A nil one has no place there.
type Item struct {
	outbox      *Outbox
	parcel      *parcel
	from, bytes int
	ended       bool
}

// Begin says that a computation begins. Its item has to be ended. Until then the computation may
// wait for the device, and for what others release before their End. It must not wait for another
// End.
func (o *Outbox) Begin() *Item {
	if o == nil {
		return nil
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.parcel == nil {
		p := new(parcel)
		p.content = sync.OnceValues(func() ([]byte, error) { return o.send(p) })
		o.parcel = p
	}
	if o.parcel.leaving {
		return nil
	}
	o.parcel.under.Add(1)
	return &Item{outbox: o, parcel: o.parcel}
}

// Place returns where n bytes of a result go. Without room the result leaves by itself.
func (i *Item) Place(n int) (at driver.Ptr, ok bool) {
	if i == nil {
		return 0, false
	}
	i.outbox.mutex.Lock()
	defer i.outbox.mutex.Unlock()
	if n > outboxBytes-i.parcel.used {
		return 0, false
	}
	i.from, i.bytes = i.parcel.used, n
	i.parcel.used += (n + 31) &^ 31
	return i.outbox.memory + driver.Ptr(i.from), true
}

// End waits until the parcel is on the host, and returns the result, which has to be in its place
// on the device by now. Only the first End does anything.
func (i *Item) End() ([]byte, error) {
	if i == nil || i.ended {
		return nil, nil
	}
	i.ended = true
	i.outbox.mutex.Lock()
	i.parcel.leaving = true
	i.outbox.mutex.Unlock()
	i.parcel.under.Done()
	content, err := i.parcel.content()
	return content[i.from:][:i.bytes], err
}

// send copies a parcel to the host, and clears its places for the next one.
func (o *Outbox) send(p *parcel) (content []byte, err error) {
	p.under.Wait()
	host := o.pinned.Bytes()[:p.used]
	if p.used > 0 {
		err = o.copy(host)
	}
	content = slices.Clone(host)
	clear(host)
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.parcel = nil
	return content, err
}

// copy copies a parcel to the host and clears it. On an error nothing is under way any more.
func (o *Outbox) copy(host []byte) error {
	err := o.context.Queue(o.stream, func(q *driver.Queue) {
		q.CopyOut(host, o.memory)
		q.Memset32(o.memory, 0, uint64(len(host)/4))
		q.Record(o.sent)
	})
	if err == nil {
		return o.context.Wait(o.sent)
	}
	synchronize := func(t *driver.Thread) error { return t.Synchronize(o.stream) }
	return errors.Join(err, o.context.Do(synchronize))
}
