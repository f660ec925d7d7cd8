//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// The structs of args.go are as large as the kernels' own. Only the emulator can tell.
func TestArgumentSizes(t *testing.T) {
	d := testDevice(t)
	e, ok := d.context.Library().Emulator()
	if !ok {
		t.Skip("the driver does not tell the sizes of arguments")
	}
	sizes := map[string]int{
		"accumulate": len(driver.BytesOf(new(accumulateArgs))), "fixup": len(driver.BytesOf(new(accumulateArgs))),
		"fixup_groups": len(driver.BytesOf(new(accumulateArgs))),
		"fixup_long":   len(driver.BytesOf(new(accumulateArgs))), "precompute": len(driver.BytesOf(new(precomputeArgs))),
		"test_coordinate": len(driver.BytesOf(new(fieldTestArgs))), "test_group": len(driver.BytesOf(new(groupTestArgs))),
	}
	for _, name := range []string{"coarse_count", "coarse_scan", "coarse_scatter", "fine_count", "fine_scan", "fine_scatter"} {
		sizes[name] = len(driver.BytesOf(new(sortArgs)))
	}
	for _, name := range []string{"reduce_lines", "reduce_bits"} {
		sizes[name] = len(driver.BytesOf(new(reduceArgs)))
	}
	for _, g := range testGroups {
		for _, name := range []string{"batch_affine_starts", "batch_affine_pairs", "batch_affine_add"} {
			if delete(sizes, name); paired(g.coordinateLimbs()) {
				sizes[name] = len(driver.BytesOf(new(batchAffineArgs)))
			}
		}
		if strings.HasSuffix(g.name, "_g1") {
			sizes["products"] = len(driver.BytesOf(new(limitArgs)))
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

// The structs of vector_args.go are as large as the kernels' own.
func TestVectorArgumentSizes(t *testing.T) {
	d := testDevice(t)
	e, ok := d.context.Library().Emulator()
	if !ok {
		t.Skip("the driver does not tell the sizes of arguments")
	}
	elementwise, product := len(driver.BytesOf(new(elementwiseArgs))), len(driver.BytesOf(new(productArgs)))
	divide := len(driver.BytesOf(new(divideArgs)))
	sizes := map[string]int{
		"ntt_frequency": len(driver.BytesOf(new(transformArgs))), "ntt_time": len(driver.BytesOf(new(transformArgs))),
		"power_table": len(driver.BytesOf(new(tableArgs))), "power_reversed": len(driver.BytesOf(new(reversedArgs))),
		"multiply": elementwise, "add": elementwise, "subtract": elementwise,
		"to_montgomery": elementwise, "from_montgomery": elementwise,
		"combine": len(driver.BytesOf(new(combineArgs))), "scale": len(driver.BytesOf(new(scaleArgs))),
		"fill": len(driver.BytesOf(new(fillArgs))), "plonk_numerator": len(driver.BytesOf(new(numeratorArgs))),
		"gather":  len(driver.BytesOf(new(gatherArgs))),
		"reverse": len(driver.BytesOf(new(reverseArgs))), "invert": len(driver.BytesOf(new(invertArgs))),
		"product_tiles": product, "product_scan": product, "product_apply": product,
		"divide_tiles": divide, "divide_scan": divide, "divide_apply": divide,
		"evaluate_parts": len(driver.BytesOf(new(evaluateArgs))), "evaluate_sum": len(driver.BytesOf(new(evaluateArgs))),
	}
	for _, f := range testFields {
		for name, size := range sizes {
			if want := e.ArgsSize(f.Name + "_" + name); want != uint64(size) {
				t.Errorf("%s_%s takes %d bytes, not %d", f.Name, name, want, size)
			}
		}
	}
}
