package vector

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// functions are the loaded kernels of a field.
type functions struct {
	frequency, time                         driver.Function
	powerTable, powerReversed               driver.Function
	multiply, add, subtract                 driver.Function
	toMontgomery, fromMontgomery            driver.Function
	combine, fill, scale, reverse, invert   driver.Function
	gather, sparseMultiply, checkProducts   driver.Function
	productTiles, productScan, productApply driver.Function
	divideTiles, divideScan, divideApply    driver.Function
	evaluateParts, evaluateSum              driver.Function
	numerator                               driver.Function
}

func (k *functions) list() []device.Kernel {
	return []device.Kernel{
		{Name: "ntt_frequency", Function: &k.frequency},
		{Name: "ntt_time", Function: &k.time},
		{Name: "power_table", Function: &k.powerTable},
		{Name: "power_reversed", Function: &k.powerReversed},
		{Name: "multiply", Function: &k.multiply},
		{Name: "add", Function: &k.add},
		{Name: "subtract", Function: &k.subtract},
		{Name: "to_montgomery", Function: &k.toMontgomery},
		{Name: "from_montgomery", Function: &k.fromMontgomery},
		{Name: "combine", Function: &k.combine},
		{Name: "fill", Function: &k.fill},
		{Name: "scale", Function: &k.scale},
		{Name: "reverse", Function: &k.reverse},
		{Name: "invert", Function: &k.invert},
		{Name: "gather", Function: &k.gather},
		{Name: "sparse_multiply", Function: &k.sparseMultiply},
		{Name: "check_products", Function: &k.checkProducts},
		{Name: "product_tiles", Function: &k.productTiles},
		{Name: "product_scan", Function: &k.productScan},
		{Name: "product_apply", Function: &k.productApply},
		{Name: "divide_tiles", Function: &k.divideTiles},
		{Name: "divide_scan", Function: &k.divideScan},
		{Name: "divide_apply", Function: &k.divideApply},
		{Name: "evaluate_parts", Function: &k.evaluateParts},
		{Name: "evaluate_sum", Function: &k.evaluateSum},
		{Name: "plonk_numerator", Function: &k.numerator},
	}
}
