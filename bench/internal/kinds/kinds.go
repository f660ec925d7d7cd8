// Package kinds has the kinds of measurements, a file each with helpers beside it.
package kinds

import (
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// All are the kinds, in the order in which pages show them.
func All() []*measure.Kind {
	return []*measure.Kind{&Prove, &First, &Setup, &Load, &Ceremony, &Solve, &MSM, &NTT}
}

// Columns are the columns of all kinds, by their names.
func Columns() map[string][]table.Column {
	all := map[string][]table.Column{}
	for _, kind := range All() {
		all[kind.Name] = kind.Columns
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

// checkSizes refuses sizes that are no powers of two that a device computes with.
func checkSizes(sizes []int, most int) error {
	for _, size := range sizes {
		if size < 0 || size > most {
			return measure.Wrong("size 2^%d; sizes are powers of two between 0 and %d", size, most)
		}
	}
	return nil
}
