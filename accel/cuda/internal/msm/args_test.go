package msm

import (
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// The structs of args.go are as large as the kernels' own. Only the emulator can tell.
func TestArgumentSizes(t *testing.T) {
	d := testRunner(t)
	e, ok := d.device.Context.Library().Emulator()
	if !ok {
		t.Skip("the driver does not tell the sizes of arguments")
	}
	sizes := map[string]int{
		"accumulate":      len(raw.BytesOf(new(accumulateArgs))),
		"fixup":           len(raw.BytesOf(new(accumulateArgs))),
		"fixup_groups":    len(raw.BytesOf(new(accumulateArgs))),
		"fixup_long":      len(raw.BytesOf(new(accumulateArgs))),
		"precompute":      len(raw.BytesOf(new(precomputeArgs))),
		"test_coordinate": len(raw.BytesOf(new(fieldTestArgs))),
		"test_group":      len(raw.BytesOf(new(groupTestArgs))),
	}
	for _, name := range []string{
		"coarse_count", "coarse_scan", "coarse_scatter", "fine_count", "fine_scan", "fine_scatter",
	} {
		sizes[name] = len(raw.BytesOf(new(sortArgs)))
	}
	for _, name := range []string{"reduce_lines", "reduce_bits"} {
		sizes[name] = len(raw.BytesOf(new(reduceArgs)))
	}
	for _, g := range testGroups {
		for _, name := range []string{
			"batch_affine_starts", "batch_affine_pairs", "batch_affine_add",
		} {
			if delete(sizes, name); plan.HasBatchAffine(g.group()) {
				sizes[name] = len(raw.BytesOf(new(batchAffineArgs)))
			}
		}
		if strings.HasSuffix(g.name, "_g1") {
			sizes["products"] = len(raw.BytesOf(new(limitArgs)))
		} else {
			delete(sizes, "products")
		}
		for name, size := range sizes {
			if want := e.ArgsSize(g.name + "_" + name); want != uint64(size) {
				t.Errorf("%s_%s takes %d bytes, not %d", g.name, name, want, size)
			}
		}
	}
}
