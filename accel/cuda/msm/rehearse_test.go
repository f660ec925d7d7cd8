package msm

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// TestRehearse makes the room that sums take on another device, without them. The bases are there
// or are sent.
func TestRehearse(t *testing.T) {
	g, n, k := testGroups[0], 300, 8
	points, words, _ := drawSum(g, n, rand.New(rand.NewPCG(22, 23)))
	scalars, sent := driver.Bytes(words), driver.Bytes(affineWords(g, points, g.group().Packed()))
	taken := func(on func(r *Runner, b *Bases) error) uint64 {
		r := testRunner(t)
		r.Window, r.Factor = narrowWindow, 1
		bases := testBases(t, r, g, points)
		before := r.device.Context.BytesInUse()
		cudatest.Must(t, on(r, bases))
		return r.device.Context.BytesInUse() - before
	}
	rehearsed := taken(func(_ *Runner, b *Bases) error { return b.Rehearse(n, k, plan.OnHost) })
	run := taken(func(_ *Runner, b *Bases) error {
		_, err := b.MultiExpBatch(0, slices.Repeat([][]byte{scalars}, k))
		return err
	})
	if run == 0 || rehearsed != run {
		t.Errorf("%d sums take %d bytes, rehearsed were %d", k, run, rehearsed)
	}
	rehearsed = taken(func(r *Runner, _ *Bases) error {
		return r.Rehearse(g.group(), n, k, plan.OnHost)
	})
	run = taken(func(r *Runner, _ *Bases) error {
		for range k {
			if _, err := r.MultiExp(g.group(), sent, scalars); err != nil {
				return err
			}
		}
		return nil
	})
	if run == 0 || rehearsed != run {
		t.Errorf("%d sums over points that are sent take %d bytes, rehearsed were %d", k, run,
			rehearsed)
	}
}
