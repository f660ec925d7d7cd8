//go:build go1.25

package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// TestTurn makes large proofs one after the other, in their order, and small ones beside each
// other.
func TestTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _, _ := open(false)
		first, err := d.Turn(t.Context(), Arrive(), elementsAtOnce+1)
		if err != nil {
			t.Fatal(err)
		}
		var (
			mutex   sync.Mutex // guards order
			order   []int
			waiting parallel.WaitGroup
		)
		const all = elementsAtOnce
		for i, n := range []int{all, all / 2, all / 2} {
			waiting.Go(func() {
				done, err := d.Turn(t.Context(), Arrive(), n)
				if err != nil {
					t.Error(err)
					return
				}
				mutex.Lock()
				order = append(order, i)
				mutex.Unlock()
				if i == 2 { // beside the one before
					done()
					return
				}
				defer done()
				synctest.Wait()
			})
			synctest.Wait()
		}
		if len(order) != 0 {
			t.Errorf("%d large proofs beside another one", len(order))
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := d.Turn(ctx, Arrive(), elementsAtOnce); !errors.Is(err, cuda.ErrStopped) {
			t.Errorf("a cancelled proof waits: %v", err)
		}
		if _, err := d.Turn(t.Context(), Arrive(), 0); err != nil {
			t.Errorf("a proof for the CPU: %v", err)
		}
		first()
		waiting.Wait()
		if len(order) != 3 || order[0] != 0 {
			t.Errorf("the order of the proofs was %v", order)
		}
	})
}

// TestTurnsOfMany lets few of many small proofs go at once, on the device as on the CPU. The others
// follow as they arrived, although they come to their turn in the opposite order. A cancelled one
// leaves the queue.
func TestTurnsOfMany(t *testing.T) {
	const n = 1000
	for place, c := range map[string]struct{ size, most int }{
		"device": {10, elementsAtOnce / minElements}, "CPU": {0, smallAtOnce},
	} {
		synctest.Test(t, func(t *testing.T) {
			d, _, _ := open(false)
			ctx, cancel := context.WithCancel(t.Context())
			var order []int
			ends := make([]func(), 0, n)
			for i := range n {
				with := t.Context()
				if i == c.most+1 {
					with = ctx
				}
				arrived := Arrival(i)
				if i >= c.most {
					arrived = Arrival(c.most + n - i)
				}
				go func() {
					done, err := d.Turn(with, arrived, c.size)
					if i == c.most+1 {
						if !errors.Is(err, cuda.ErrStopped) {
							t.Errorf("%s: a cancelled proof: %v", place, err)
						}
						return
					}
					order, ends = append(order, i), append(ends, done)
				}()
				synctest.Wait()
			}
			if len(order) != c.most {
				t.Errorf("%s: %d small proofs at once", place, len(order))
			}
			cancel()
			for i := range n - 1 {
				synctest.Wait()
				if len(ends) <= i {
					t.Fatalf("%s: no proof has followed %d others", place, i)
				}
				ends[i]()
			}
			synctest.Wait()
			later := slices.Clone(order[min(c.most, len(order)):])
			slices.Reverse(later)
			if len(order) != n-1 || !slices.IsSorted(later) {
				t.Errorf("%s: the order was %v", place, order)
			}
		})
	}
}
