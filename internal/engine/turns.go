package engine

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Arrival is the place of a proof in the order in which proofs began. They are those of the
// process. The work of proofs before their turn, beside each other, does not keep that order.
type Arrival uint64

var arrivals atomic.Uint64

// Arrive returns the place of a proof that begins.
func Arrive() Arrival { return Arrival(arrivals.Add(1)) }

// turns lets proofs go beside each other, as far as their weights leave room. Of the waiting
// proofs the first that arrived goes next, whatever its weight.
type turns struct {
	mutex   sync.Mutex // guards the fields below
	room    int64
	waiting []*turn // by arrival
}

type turn struct {
	arrived Arrival
	weight  int64
	comes   chan struct{} // closed when it has come
}

func newTurns(weight int64) *turns { return &turns{room: weight} }

// wait waits for a turn. It fails with [cuda.ErrStopped] once the context is cancelled.
func (q *turns) wait(ctx context.Context, arrived Arrival, weight int64) (done func(), err error) {
	t := &turn{arrived, weight, make(chan struct{})}
	done = func() { q.change(func() { q.room += weight }) }
	q.change(func() {
		at, _ := slices.BinarySearchFunc(q.waiting, arrived,
			func(o *turn, a Arrival) int { return cmp.Compare(o.arrived, a) })
		q.waiting = slices.Insert(q.waiting, at, t)
	})
	select {
	case <-t.comes:
		return done, nil
	case <-ctx.Done():
	}
	q.change(func() {
		if at := slices.Index(q.waiting, t); at >= 0 {
			q.waiting = slices.Delete(q.waiting, at, at+1)
		} else { // it has just come
			q.room += weight
		}
	})
	return func() {}, cuda.Stopped(ctx)
}

// change changes the queue, and lets go those who may then.
func (q *turns) change(how func()) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	how()
	for len(q.waiting) > 0 && q.waiting[0].weight <= q.room {
		q.room -= q.waiting[0].weight
		close(q.waiting[0].comes)
		q.waiting = slices.Delete(q.waiting, 0, 1)
	}
}
