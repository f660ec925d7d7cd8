//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// fieldKernels are the loaded kernels of one field.
type fieldKernels struct {
	frequency, time                         driver.Function
	powerTable, powerReversed               driver.Function
	multiply, add, subtract                 driver.Function
	toMontgomery, fromMontgomery            driver.Function
	combine, fill, scale, reverse, invert   driver.Function
	gather                                  driver.Function
	productTiles, productScan, productApply driver.Function
	divideTiles, divideScan, divideApply    driver.Function
	evaluateParts, evaluateSum              driver.Function
	numerator                               driver.Function
}

// ofField returns the kernels of a field, loading them at their first use.
func (l *library) ofField(c *driver.Context, f *Field) (*fieldKernels, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if k := l.fields[f.Name]; k != nil {
		return k, nil
	}
	k := new(fieldKernels)
	err := c.Do(func(t *driver.Thread) error {
		m, err := l.module(t, f.Name, f.Kernels)
		if err != nil {
			return err
		}
		return k.find(t, m, f.Name)
	})
	if err != nil {
		return nil, fmt.Errorf("kernels of %s: %w", f.Name, err)
	}
	if l.fields == nil {
		l.fields = map[string]*fieldKernels{}
	}
	l.fields[f.Name] = k
	return k, nil
}

func (k *fieldKernels) find(t *driver.Thread, m driver.Module, field string) error {
	return findAll(t, m, field, []kernelName{
		{"ntt_frequency", &k.frequency}, {"ntt_time", &k.time},
		{"power_table", &k.powerTable}, {"power_reversed", &k.powerReversed},
		{"multiply", &k.multiply}, {"add", &k.add}, {"subtract", &k.subtract},
		{"to_montgomery", &k.toMontgomery}, {"from_montgomery", &k.fromMontgomery},
		{"combine", &k.combine}, {"fill", &k.fill}, {"scale", &k.scale}, {"reverse", &k.reverse}, {"invert", &k.invert},
		{"gather", &k.gather},
		{"product_tiles", &k.productTiles}, {"product_scan", &k.productScan}, {"product_apply", &k.productApply},
		{"divide_tiles", &k.divideTiles}, {"divide_scan", &k.divideScan}, {"divide_apply", &k.divideApply},
		{"evaluate_parts", &k.evaluateParts}, {"evaluate_sum", &k.evaluateSum},
		{"plonk_numerator", &k.numerator},
	})
}
