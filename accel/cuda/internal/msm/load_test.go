package msm

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// The table has each multiple in its place: of points that come from the host, of points that the
// device made, and after a reload of a damaged table.
func TestTable(t *testing.T) {
	r := testRunner(t)
	r.device.Window, r.device.Factor = narrowWindow, 3
	for _, g := range testGroups {
		points, words, sum := drawSum(g, 9, rand.New(rand.NewPCG(30, 31)))
		want := multiplesOf(points, g, r.device.Factor)
		t.Run(g.name, func(t *testing.T) {
			bytes := raw.Bytes(affineWords(g, points, g.group().Packed()))
			for _, made := range []driver.Ptr{0, onDevice(t, r, bytes)} {
				bases, err := r.Load(g.group(), len(points), bytes, made, 0)
				cudatest.Must(t, err)
				cudatest.Must(t, r.Multiply(bases))
				cudatest.Must(t, checkTable(bases, g, want))
				cudatest.Must(t, damageTable(bases))
				if checkTable(bases, g, want) == nil {
					t.Error("the damage is not seen")
				}
				cudatest.Must(t, bases.runner.Reload(bases))
				cudatest.Must(t, checkTable(bases, g, want))
				results, err := bases.runner.MultiExp(bases, 0, [][]byte{raw.Bytes(words)})
				cudatest.Must(t, err)
				checkSum(t, g, results[0], sum)
				cudatest.Must(t, bases.runner.Free(bases))
			}
		})
	}
}

// Sums do without multiples that are not there yet, and use those that are.
func TestSumsBeforeMultiples(t *testing.T) {
	r := testRunner(t)
	r.device.Window, r.device.Factor = narrowWindow, 3
	for _, g := range testGroups {
		points, words, sum := drawSum(g, 9, rand.New(rand.NewPCG(32, 33)))
		t.Run(g.name, func(t *testing.T) {
			bytes := raw.Bytes(affineWords(g, points, g.group().Packed()))
			bases, err := r.Load(g.group(), len(points), bytes, 0, 0)
			cudatest.Must(t, err)
			cudatest.Must(t, r.Multiply(bases))
			err = bases.runner.Warm(bases, 1000*len(points), 1, plan.OnHost)
			cudatest.Must(t, err) // they need more room
			asked := 0
			computed := func() bool { asked++; return asked > 2 }
			bases.computed.Store(&computed)
			for _, factor := range []int{1, 1, r.device.Factor, r.device.Factor} {
				results, err := bases.runner.MultiExp(bases, 0, [][]byte{raw.Bytes(words)})
				cudatest.Must(t, err)
				checkSum(t, g, results[0], sum)
				if results[0].Report.Factor != factor {
					t.Errorf("%d multiples, expected %d", results[0].Report.Factor, factor)
				}
			}
			if asked != 3 {
				t.Errorf("asked %d times", asked)
			}
			cudatest.Must(t, bases.runner.Free(bases))
		})
	}
}

// Multiples that nobody asked for are missing, and are computed for sums that need their room.
func TestMultiplesLater(t *testing.T) {
	r := testRunner(t)
	r.device.Window, r.device.Factor = narrowWindow, 3
	g := testGroups[0]
	points, words, sum := drawSum(g, 9, rand.New(rand.NewPCG(34, 35)))
	bytes := raw.Bytes(affineWords(g, points, g.group().Packed()))
	for _, test := range []struct {
		room     bool
		multiply func(*Bases) error
		factor   int
	}{
		{false, nil, 3}, {true, nil, 1}, {true, r.Multiply, 3}, {true, r.Reload, 3},
	} {
		bases, err := r.Load(g.group(), len(points), bytes, 0, 0)
		cudatest.Must(t, err)
		if test.room {
			cudatest.Must(t, r.Warm(bases, 1000*len(points), 1, plan.OnHost))
		}
		if test.multiply != nil {
			cudatest.Must(t, test.multiply(bases))
			cudatest.Must(t, r.Settle())
		}
		results, err := r.MultiExp(bases, 0, [][]byte{raw.Bytes(words)})
		cudatest.Must(t, err)
		checkSum(t, g, results[0], sum)
		if results[0].Report.Factor != test.factor {
			t.Errorf("%+v: %d multiples", test, results[0].Report.Factor)
		}
		cudatest.Must(t, r.Free(bases))
	}
}

// MSMs do without multiples whose computation could not be queued, until it is asked for again.
func TestMultiplesFail(t *testing.T) {
	r := testRunner(t)
	e, ok := r.device.Context.Library().Emulator()
	if !ok {
		t.Skip("calls fail on the emulator only")
	}
	r.device.Window, r.device.Factor = narrowWindow, 3
	g := testGroups[0]
	points, words, sum := drawSum(g, 9, rand.New(rand.NewPCG(36, 37)))
	bytes := raw.Bytes(affineWords(g, points, g.group().Packed()))
	bases, err := r.Load(g.group(), len(points), bytes, 0, 0)
	cudatest.Must(t, err)
	cudatest.Must(t, r.Warm(bases, 1000*len(points), 1, plan.OnHost))
	cudatest.Must(t, e.Fail("cuLaunchKernel:1=2"))
	if err := r.Multiply(bases); !driver.OutOfMemory(err) {
		t.Errorf("a launch that fails: %v", err)
	}
	cudatest.Must(t, e.Fail(""))
	for _, factor := range []int{1, 3} {
		results, err := r.MultiExp(bases, 0, [][]byte{raw.Bytes(words)})
		cudatest.Must(t, err)
		checkSum(t, g, results[0], sum)
		if results[0].Report.Factor != factor {
			t.Errorf("%d multiples, expected %d", results[0].Report.Factor, factor)
		}
		cudatest.Must(t, errors.Join(r.Multiply(bases), r.Settle()))
	}
	cudatest.Must(t, r.Free(bases))
}

// onDevice copies bytes to the device, where they are freed with the test.
func onDevice(t *testing.T, r *Runner, bytes []byte) driver.Ptr {
	at, err := r.device.Alloc(plan.ForVectors, uint64(len(bytes)))
	cudatest.Must(t, err)
	t.Cleanup(func() { cudatest.Must(t, r.device.Free(plan.ForVectors, at, uint64(len(bytes)))) })
	cudatest.Must(t, r.device.Context.Do(func(th *driver.Thread) error {
		q := th.Queue(0)
		q.CopyIn(at, bytes)
		return errors.Join(q.Err(), th.Synchronize(0))
	}))
	return at
}

// multiplesOf are the points of a table, whose windows are narrow.
func multiplesOf(points []affinePoint, g testGroup, factor int) (all []affinePoint) {
	c, windows := bigCurve{g.field}, plan.CeilDiv(g.order.BitLen()+1, narrowWindow)
	doublings := uint(narrowWindow * plan.CeilDiv(windows, factor))
	for multiple := range uint(factor) {
		for _, p := range points {
			all = append(all, c.timesBig(p, new(big.Int).Lsh(big.NewInt(1), multiple*doublings)))
		}
	}
	return all
}

func checkTable(b *Bases, g testGroup, want []affinePoint) error {
	table := make([]uint64, b.bytes/8)
	err := b.runner.device.Context.Do(func(t *driver.Thread) error {
		q := t.Queue(0)
		if b.filled != 0 {
			q.Wait(b.filled)
		}
		q.CopyOut(raw.Bytes(table), b.table)
		return errors.Join(q.Err(), t.Synchronize(0))
	})
	if err != nil {
		return err
	}
	for i, p := range want {
		if err := sameAffine(affineAt(table, g, g.group().Packed(), i), p, g); err != nil {
			return fmt.Errorf("point %d of the table: %w", i, err)
		}
	}
	return nil
}

func damageTable(b *Bases) error {
	return b.runner.device.Context.Do(func(t *driver.Thread) error {
		q := t.Queue(0)
		q.Memset32(b.table, 7, b.bytes/4)
		return errors.Join(q.Err(), t.Synchronize(0))
	})
}
