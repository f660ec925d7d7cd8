package msm

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// functions are the loaded kernels of a group.
type functions struct {
	coarseCount, coarseScan, coarseScatter    driver.Function
	fineCount, fineScan, fineScatter          driver.Function
	accumulate, fixup, fixupGroups, fixupLong driver.Function
	reduceLines, reduceBits                   driver.Function
	precompute                                driver.Function

	// starts, pairs and addPairs are zero unless the group has batch-affine additions.
	starts, pairs, addPairs driver.Function
}

// functionsOf returns the kernels of a group, which are loaded at their first use.
func (r *Runner) functionsOf(g *plan.Group) (*functions, error) {
	return r.functions.Load(r.device, device.Source[functions]{
		Name: g.Name, Prefix: g.KernelPrefix(), Images: g.Kernels,
		List: func(k *functions) []device.Kernel { return k.list(g) },
		Prepare: func(t *driver.Thread, k *functions) error {
			return k.allowShared(t, plan.ScatterShared(r.device.Context.Info().SharedBytes))
		},
	})
}

func (k *functions) list(g *plan.Group) []device.Kernel {
	all := []device.Kernel{
		{Name: "coarse_count", Function: &k.coarseCount},
		{Name: "coarse_scan", Function: &k.coarseScan},
		{Name: "coarse_scatter", Function: &k.coarseScatter},
		{Name: "fine_count", Function: &k.fineCount},
		{Name: "fine_scan", Function: &k.fineScan},
		{Name: "fine_scatter", Function: &k.fineScatter},
		{Name: "accumulate", Function: &k.accumulate},
		{Name: "fixup", Function: &k.fixup},
		{Name: "fixup_groups", Function: &k.fixupGroups},
		{Name: "fixup_long", Function: &k.fixupLong},
		{Name: "reduce_lines", Function: &k.reduceLines},
		{Name: "reduce_bits", Function: &k.reduceBits},
		{Name: "precompute", Function: &k.precompute},
	}
	if plan.HasBatchAffine(g) {
		all = append(all,
			device.Kernel{Name: "batch_affine_starts", Function: &k.starts},
			device.Kernel{Name: "batch_affine_pairs", Function: &k.pairs},
			device.Kernel{Name: "batch_affine_add", Function: &k.addPairs})
	}
	return all
}

// allowShared lets the scatters ask for n bytes of shared memory per block.
func (k *functions) allowShared(t *driver.Thread, n int) error {
	for _, f := range []driver.Function{k.coarseScatter, k.fineScatter} {
		if err := t.AllowShared(f, n); err != nil {
			return err
		}
	}
	return nil
}
