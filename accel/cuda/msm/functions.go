package msm

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// kernelNames are those of a group.
func kernelNames(g *plan.Group) []string {
	names := []string{
		"coarse_count", "coarse_scan", "coarse_scatter", "fine_count", "fine_scan", "fine_scatter",
		"accumulate", "fixup", "fixup_groups", "fixup_long", "reduce_lines", "reduce_bits",
		"precompute",
	}
	if plan.HasBatchAffine(g) {
		names = append(names, "batch_affine_starts", "batch_affine_pairs", "batch_affine_add")
	}
	return names
}

// Ready loads the kernels of a group.
func (r *Runner) Ready(g *plan.Group) error {
	if r.device.Dry() {
		return nil
	}
	_, err := r.functionsOf(g)
	return err
}

// functionsOf returns the kernels of a group, which are loaded at their first use.
func (r *Runner) functionsOf(g *plan.Group) (device.Functions, error) {
	return r.device.Load(device.KernelSet{
		Prefix: g.KernelPrefix(), Images: g.Kernels, Names: kernelNames(g), Prepare: r.allowShared,
	})
}

// allowShared lets the scatters ask for all shared memory that a block can have.
func (r *Runner) allowShared(t *driver.Thread, k device.Functions) error {
	bytes := plan.ScatterShared(r.device.Context.Info().SharedBytes)
	for _, name := range []string{"coarse_scatter", "fine_scatter"} {
		if err := t.AllowShared(k[name], bytes); err != nil {
			return err
		}
	}
	return nil
}
