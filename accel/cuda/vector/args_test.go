package vector

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// The structs of args.go are as large as the kernels' own.
func TestVectorArgumentSizes(t *testing.T) {
	d := testStore(t)
	e, ok := d.device.Context.Library().Emulator()
	if !ok {
		t.Skip("the driver does not tell the sizes of arguments")
	}
	elementwise := len(driver.BytesOf(new(elementwiseArgs)))
	product := len(driver.BytesOf(new(productArgs)))
	divide := len(driver.BytesOf(new(divideArgs)))
	sizes := map[string]int{
		"ntt_frequency":   len(driver.BytesOf(new(transformArgs))),
		"ntt_time":        len(driver.BytesOf(new(transformArgs))),
		"power_table":     len(driver.BytesOf(new(tableArgs))),
		"power_reversed":  len(driver.BytesOf(new(reversedArgs))),
		"multiply":        elementwise,
		"add":             elementwise,
		"subtract":        elementwise,
		"to_montgomery":   elementwise,
		"from_montgomery": elementwise,
		"combine":         len(driver.BytesOf(new(combineArgs))),
		"scale":           len(driver.BytesOf(new(scaleArgs))),
		"fill":            len(driver.BytesOf(new(fillArgs))),
		"plonk_numerator": len(driver.BytesOf(new(numeratorArgs))),
		"gather":          len(driver.BytesOf(new(gatherArgs))),
		"sparse_multiply": len(driver.BytesOf(new(sparseArgs))),
		"check_products":  len(driver.BytesOf(new(checkProductsArgs))),
		"reverse":         len(driver.BytesOf(new(reverseArgs))),
		"invert":          len(driver.BytesOf(new(invertArgs))),
		"product_tiles":   product,
		"product_scan":    product,
		"product_apply":   product,
		"divide_tiles":    divide,
		"divide_scan":     divide,
		"divide_apply":    divide,
		"evaluate_parts":  len(driver.BytesOf(new(evaluateArgs))),
		"evaluate_sum":    len(driver.BytesOf(new(evaluateArgs))),
	}
	for _, f := range testFields {
		for name, size := range sizes {
			if want := e.ArgsSize(f.Name + "_" + name); want != uint64(size) {
				t.Errorf("%s_%s takes %d bytes, not %d", f.Name, name, want, size)
			}
		}
	}
}
