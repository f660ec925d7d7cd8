// Package benchmarks has the benchmarks, a file each with helpers beside it.
package benchmarks

import (
	"fmt"
	"strconv"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// All are the benchmarks, in the order in which pages show them.
func All() []*measure.Benchmark {
	return []*measure.Benchmark{&Prove, &First, &Setup, &Load, &Ceremony, &Solve, &MSM, &NTT}
}

// Columns are the columns of all benchmarks, by their names.
func Columns() map[string][]table.Column {
	all := map[string][]table.Column{}
	for _, b := range All() {
		all[b.Name] = b.Columns
	}
	return all
}

// machineOf describes the machine with a backend, for measurements that open engines later.
func machineOf(backend proving.Backend) (m results.Machine, err error) {
	err = host.With(backend, func(e *accel.Engine) error {
		m = host.Machine(e)
		return nil
	}, host.Quiet())
	return m, err
}

// maxSize is the logarithm of the largest size of MSMs and transforms.
const maxSize = 28

// checkSizes refuses sizes that are no powers of two that a device computes with.
func checkSizes(sizes []int) error {
	for _, size := range sizes {
		if size < 0 || size > maxSize {
			return measure.Wrong("size 2^%d; sizes are powers of two from 0 to %d", size, maxSize)
		}
	}
	return nil
}

// naming is the text of a setting, with its value.
type naming struct{ setting, text string }

// settings lists the texts of the settings that a row has.
func settings(r *results.Row, all []naming) string {
	var parts []string
	for _, n := range all {
		value, ok := r.Setting[n.setting]
		switch {
		case !ok:
			continue
		case value == "true":
			parts = append(parts, n.text)
			continue
		case n.setting == "memory":
			bytes, _ := strconv.ParseFloat(value, 64) // 0 is shown as nothing
			value = table.Bytes(bytes)
		}
		parts = append(parts, fmt.Sprintf(n.text, value))
	}
	return table.Join(parts...)
}
