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
// in one copy, once the last of them has ended. A nil Outbox takes no results: they leave one by
// one.
type Outbox struct {
	context *driver.Context
	stream  driver.Stream
	memory  driver.Ptr
	pinned  *driver.Pinned

	mutex   sync.Mutex // guards the fields below, and those of parcels
	filling *parcel    // that computations may still join
	idle    []*parcel
}

const (
	parcels     = 4
	parcelBytes = 128 << 10
	// outboxBytes is the device memory of an outbox.
	outboxBytes = parcels * parcelBytes
	// minForOutbox is the memory of a device that has some to spare, in bytes.
	minForOutbox = 64 * outboxBytes
)

// parcel is room for several results.
type parcel struct {
	at   driver.Ptr
	host []byte
	done driver.Event

	used    int // bytes
	under   int // computations that have not ended
	readers int // computations that may still read
	sent    chan struct{}
	err     error // once it was sent
}

// openOutbox makes the outbox of a device whose driver registers no memory. It takes device memory.
func openOutbox(t *driver.Thread, c *driver.Context) (o *Outbox, err error) {
	o = &Outbox{context: c}
	o.stream, err = t.NewStream()
	if err == nil {
		o.memory, err = t.Alloc(outboxBytes)
	}
	if err == nil {
		o.pinned, err = t.AllocPinned(outboxBytes)
	}
	for i := 0; i < parcels && err == nil; i++ {
		p := &parcel{
			at:   o.memory + driver.Ptr(i*parcelBytes),
			host: o.pinned.Bytes()[i*parcelBytes:][:parcelBytes],
		}
		p.done, err = t.NewEvent(driver.Waking)
		o.idle = append(o.idle, p)
	}
	if err != nil {
		return nil, errors.Join(err, o.close(t))
	}
	return o, nil
}

// close frees everything. No result may be on its way.
func (o *Outbox) close(t *driver.Thread) (err error) {
	for _, p := range o.idle {
		err = errors.Join(err, t.DestroyEvent(p.done))
	}
	return errors.Join(err, t.FreePinned(o.pinned), t.Free(o.memory), t.DestroyStream(o.stream))
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
	if n := len(o.idle); o.filling == nil && n > 0 {
		o.filling, o.idle = o.idle[n-1], o.idle[:n-1]
		o.filling.used, o.filling.sent = 0, make(chan struct{})
	}
	p := o.filling
	if p == nil {
		return nil
	}
	p.under++
	p.readers++
	return &Item{outbox: o, parcel: p}
}

// Place returns where n bytes of a result go. Without room the result leaves by itself.
func (i *Item) Place(n int) (at driver.Ptr, ok bool) {
	if i == nil {
		return 0, false
	}
	i.outbox.mutex.Lock()
	defer i.outbox.mutex.Unlock()
	if n > parcelBytes-i.parcel.used {
		return 0, false
	}
	i.from, i.bytes = i.parcel.used, n
	i.parcel.used += (n + 31) &^ 31
	return i.parcel.at + driver.Ptr(i.from), true
}

// End waits until the parcel is on the host, and returns the result. By now it has to be in its
// place on the device. An item without a place waits only if it is the last, which sends the
// parcel. Only the first End does anything.
func (i *Item) End() ([]byte, error) {
	if i == nil || i.ended {
		return nil, nil
	}
	i.ended = true
	o, p := i.outbox, i.parcel
	o.mutex.Lock()
	if o.filling == p {
		o.filling = nil
	}
	p.under--
	last := p.under == 0
	o.mutex.Unlock()
	if last {
		p.err = o.send(p)
		close(p.sent)
	}
	if i.bytes > 0 {
		<-p.sent
	}
	result, err := slices.Clone(p.host[i.from:][:i.bytes]), error(nil)
	if i.bytes > 0 {
		err = p.err
	}
	o.release(p)
	return result, err
}

// send copies a parcel to the host, and clears its place on the device.
func (o *Outbox) send(p *parcel) error {
	if p.used == 0 {
		return nil
	}
	err := o.context.Queue(o.stream, func(q *driver.Queue) {
		q.CopyOut(p.host[:p.used], p.at)
		q.Memset32(p.at, 0, uint64(p.used/4))
		q.Record(p.done)
	})
	if err != nil {
		return err
	}
	return o.context.Wait(p.done)
}

// release clears a parcel behind its last reader, and keeps it for others.
func (o *Outbox) release(p *parcel) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if p.readers--; p.readers == 0 {
		clear(p.host[:p.used])
		o.idle = append(o.idle, p)
	}
}
