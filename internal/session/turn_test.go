//go:build go1.25

package session

import (
	"context"
	"errors"
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
		first, err := d.Turn(t.Context(), elementsAtOnce+1)
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
				done, err := d.Turn(t.Context(), n)
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
		if _, err := d.Turn(ctx, elementsAtOnce); !errors.Is(err, cuda.ErrStopped) {
			t.Errorf("a cancelled proof waits: %v", err)
		}
		if _, err := d.Turn(t.Context(), 0); err != nil {
			t.Errorf("a proof for the CPU: %v", err)
		}
		first()
		waiting.Wait()
		if len(order) != 3 || order[0] != 0 {
			t.Errorf("the order of the proofs was %v", order)
		}
	})
}
