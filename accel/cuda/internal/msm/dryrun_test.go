package msm

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// TestDryRun makes the room that sums take on another device, without them.
func TestDryRun(t *testing.T) {
	g, n, k := testGroups[0], 300, 8
	points, words, _ := drawSum(g, n, rand.New(rand.NewPCG(22, 23)))
	vectors := slices.Repeat([][]byte{raw.Bytes(words)}, k)
	sent := raw.Bytes(affineWords(g, points, g.group().Packed()))
	for name, open := range map[string]func(r *Runner) *Bases{
		"resident": func(r *Runner) *Bases { return testBases(t, r, g, points) },
		"on host":  func(r *Runner) *Bases { return r.HostBases(g.group(), n, sent) },
	} {
		taken := func(on func(b *Bases) error) uint64 {
			r := testRunner(t)
			r.device.Window, r.device.Factor = narrowWindow, 1
			bases := open(r)
			before := r.device.Context.BytesInUse()
			cudatest.Must(t, on(bases))
			return r.device.Context.BytesInUse() - before
		}
		dry := taken(func(b *Bases) error { return b.runner.DryRun(b, n, k, plan.OnHost) })
		run := taken(func(b *Bases) error {
			_, err := b.runner.MultiExp(b, 0, vectors)
			return err
		})
		if run == 0 || dry != run {
			t.Errorf("%s: %d sums take %d bytes, in a dry run %d", name, k, run, dry)
		}
	}
}
