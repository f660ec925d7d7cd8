package vector

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// The structs of args.go are as large as the kernels' own.
func TestVectorArgumentSizes(t *testing.T) {
	d := testStore(t)
	e, ok := d.device.Context.Library().Emulator()
	if !ok {
		t.Skip("the driver does not tell the sizes of arguments")
	}
	elementwise := len(raw.BytesOf(new(elementwiseArgs)))
	product := len(raw.BytesOf(new(productArgs)))
	divide := len(raw.BytesOf(new(divideArgs)))
	sizes := map[string]int{
		"ntt_frequency":   len(raw.BytesOf(new(transformArgs))),
		"ntt_time":        len(raw.BytesOf(new(transformArgs))),
		"power_table":     len(raw.BytesOf(new(tableArgs))),
		"power_reversed":  len(raw.BytesOf(new(reversedArgs))),
		"multiply":        elementwise,
		"add":             elementwise,
		"subtract":        elementwise,
		"to_montgomery":   elementwise,
		"from_montgomery": elementwise,
		"combine":         len(raw.BytesOf(new(combineArgs))),
		"scale":           len(raw.BytesOf(new(scaleArgs))),
		"fill":            len(raw.BytesOf(new(fillArgs))),
		"plonk_numerator": len(raw.BytesOf(new(numeratorArgs))),
		"gather":          len(raw.BytesOf(new(gatherArgs))),
		"sparse_multiply": len(raw.BytesOf(new(sparseArgs))),
		"check_products":  len(raw.BytesOf(new(checkProductsArgs))),
		"reverse":         len(raw.BytesOf(new(reverseArgs))),
		"invert":          len(raw.BytesOf(new(invertArgs))),
		"product_tiles":   product,
		"product_scan":    product,
		"product_apply":   product,
		"divide_tiles":    divide,
		"divide_scan":     divide,
		"divide_apply":    divide,
		"evaluate_parts":  len(raw.BytesOf(new(evaluateArgs))),
		"evaluate_sum":    len(raw.BytesOf(new(evaluateArgs))),
	}
	for _, f := range testFields {
		for name, size := range sizes {
			if want := e.ArgsSize(f.Name + "_" + name); want != uint64(size) {
				t.Errorf("%s_%s takes %d bytes, not %d", f.Name, name, want, size)
			}
		}
	}
}
