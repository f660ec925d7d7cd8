package msm

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// narrowWindow is for tests in which the plan does not matter. An emulated device reduces the
// buckets of the wide windows that are planned for few points one after the other.
const narrowWindow = 7

// TestOneSlot sums few scalars and many in turn on one slot. A sum leaves the clearing of its
// scalars running. That must not touch the scalars of the next sum, elsewhere in the same memory.
func TestOneSlot(t *testing.T) {
	r, g := testRunner(t), testGroups[0]
	taken := r.acquire()
	defer r.release(taken)
	for i := range 3 {
		for _, n := range []int{5, 300, 40} {
			random := rand.New(rand.NewPCG(uint64(i), uint64(n)))
			points, words, sum := drawSum(g, n, random)
			bases := testBases(t, r, g, points)
			checkSum(t, g, sumOver(t, bases, raw.Bytes(words)), sum)
		}
	}
}

// TestWarm makes room for sums, which then take no more memory.
func TestWarm(t *testing.T) {
	r, g := testRunner(t), testGroups[0]
	r.device.Window, r.device.Factor = narrowWindow, 1
	points, words, sum := drawSum(g, 300, rand.New(rand.NewPCG(20, 21)))
	bases := testBases(t, r, g, points)
	const short = 200
	cudatest.Must(t, bases.runner.Warm(bases, short, 3, plan.OnDevice))
	cudatest.Must(t, bases.runner.Warm(bases, 300, 1, plan.OnHost))
	pinned := func() (blocks int) {
		for range plan.Slots { // idle slots are taken in turn
			s := r.acquire()
			blocks += len(s.ring.Blocks())
			r.release(s)
		}
		return blocks
	}
	before, buffers := r.device.Context.BytesInUse(), pinned()
	lent := lend(t, r, g, words, []int{0, 50, 100}, short)
	vectors := r.device.Context.BytesInUse()
	for range 2 * plan.Slots {
		results, err := bases.runner.MultiExpScalars(bases, 0, lent)
		cudatest.Must(t, err)
		for i, from := range []int{0, 50, 100} {
			some := words[from*g.scalarLimbs:][:short*g.scalarLimbs]
			sameSums(t, g, results[i], sumOver(t, bases, raw.Bytes(some)))
		}
		checkSum(t, g, sumOver(t, bases, raw.Bytes(words)), sum)
	}
	if after := r.device.Context.BytesInUse(); before == 0 || after != vectors {
		t.Errorf("%d bytes in use before, %d with vectors, %d after sums", before, vectors, after)
	}
	if after := pinned(); buffers == 0 || after != buffers {
		t.Errorf("%d blocks of pinned memory before, %d after sums", buffers, after)
	}
	cudatest.Must(t, bases.runner.Warm(bases, 0, 1, plan.OnDevice))
	cudatest.Must(t, bases.runner.Warm(bases, 300, 0, plan.OnDevice))
	cudatest.Must(t, bases.runner.Warm(bases, 300, 1<<20, plan.OnDevice))
	cudatest.Must(t, bases.runner.Free(bases))
	if err := bases.runner.Warm(bases, 300, 1, plan.OnDevice); !errors.Is(err, driver.ErrClosed) {
		t.Errorf("closed bases: %v", err)
	}
}

// lend copies words to the device, and lends n scalars from each index on.
func lend(
	t *testing.T, r *Runner, g testGroup, words []uint64, from []int, n int,
) *device.Scalars {
	t.Helper()
	d, bytes := r.device, uint64(8*len(words))
	at, err := d.Alloc(plan.ForVectors, bytes)
	cudatest.Must(t, err)
	var ready driver.Event
	cudatest.Must(t, d.Context.Do(func(th *driver.Thread) (err error) {
		if ready, err = th.NewEvent(driver.Ordering); err != nil {
			return err
		}
		q := th.Queue(0)
		q.CopyIn(at, raw.Bytes(words))
		return errors.Join(q.Err(), th.Synchronize(0))
	}))
	t.Cleanup(func() {
		cudatest.Must(t, d.Free(plan.ForVectors, at, bytes))
		cudatest.Must(t, d.Context.Do(func(th *driver.Thread) error {
			return th.DestroyEvent(ready)
		}))
	})
	var spans []device.Span
	for _, i := range from {
		place := at + driver.Ptr(i*g.group().ScalarBytes())
		spans = append(spans, device.Span{Allocation: at, At: place, Count: n})
	}
	return &device.Scalars{
		Context: t.Context(), Device: d, Field: g.group().KernelPrefix(), Spans: spans,
		Ready: ready,
	}
}
