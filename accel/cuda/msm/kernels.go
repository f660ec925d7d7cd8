package msm

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// kernels are the loaded kernels of a group.
type kernels struct {
	coarseCount, coarseScan, coarseScatter driver.Function
	fineCount, fineScan, fineScatter       driver.Function
	pairStarts, pairSlots, pair            driver.Function // of groups with batch-affine additions
	accumulate, fold, foldGroups, foldLong driver.Function
	reduceLines, reduceBits                driver.Function
	precompute                             driver.Function
}

// kernelsOf returns the kernels of a group, which are loaded at their first use.
func (r *Runner) kernelsOf(g *plan.Group) (*kernels, error) {
	return r.kernels.Load(r.device, device.Source[kernels]{
		Name: g.Name, Prefix: g.KernelPrefix(), Fatbin: g.Kernels,
		List: func(k *kernels) []device.Kernel { return k.list(g) },
		Prepare: func(t *driver.Thread, k *kernels) error {
			return k.allowShared(t, plan.ScatterShared(r.device.Context.Info().SharedBytes))
		},
	})
}

func (k *kernels) list(g *plan.Group) []device.Kernel {
	all := []device.Kernel{
		{Name: "coarse_count", Function: &k.coarseCount},
		{Name: "coarse_scan", Function: &k.coarseScan},
		{Name: "coarse_scatter", Function: &k.coarseScatter},
		{Name: "fine_count", Function: &k.fineCount},
		{Name: "fine_scan", Function: &k.fineScan},
		{Name: "fine_scatter", Function: &k.fineScatter},
		{Name: "accumulate", Function: &k.accumulate},
		{Name: "fold", Function: &k.fold},
		{Name: "fold_groups", Function: &k.foldGroups},
		{Name: "fold_long", Function: &k.foldLong},
		{Name: "reduce_lines", Function: &k.reduceLines},
		{Name: "reduce_bits", Function: &k.reduceBits},
		{Name: "precompute", Function: &k.precompute},
	}
	if plan.BatchAffine(g.CoordinateLimbs) {
		all = append(all,
			device.Kernel{Name: "pair_starts", Function: &k.pairStarts},
			device.Kernel{Name: "pair_slots", Function: &k.pairSlots},
			device.Kernel{Name: "pair", Function: &k.pair})
	}
	return all
}

// allowShared lets the scatters ask for n bytes of shared memory per block.
func (k *kernels) allowShared(t *driver.Thread, n int) error {
	for _, f := range []driver.Function{k.coarseScatter, k.fineScatter} {
		if err := t.AllowShared(f, n); err != nil {
			return err
		}
	}
	return nil
}
