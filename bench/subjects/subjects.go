// Package subjects has what `bench msm` measures: an MSM over each group of each curve, each result checked.
package subjects

import (
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Subject is the MSMs over one group.
type Subject interface {
	// Prepare makes n distinct points, and Draw as many scalars, and what the result must be.
	Prepare(n int) error
	Draw(distribution string) error
	// Load keeps the points on the engine's device until Close.
	Load(*accel.Engine) error
	Close() error
	// Resident, OneShot and CPU compute the MSM over loaded points, over points sent along, and with gnark-crypto, and
	// return how long it took, or ErrWrong.
	Resident() (time.Duration, error)
	OneShot(*accel.Engine) (time.Duration, error)
	// Device returns an MSM over loaded points and scalars that are on the device before, and what frees both.
	// The report says how the device ran it.
	Device() (measure func() (time.Duration, cuda.Report, error), free func() error, err error)
	// Batch computes k MSMs over loaded points in one call.
	Batch(k int) (time.Duration, error)
	CPU() (time.Duration, error)
	// Limit is the number of additions of points to buckets a second that the device's multipliers allow.
	Limit(*accel.Engine) (float64, error)
	// Windows is the number of windows of the given width that a scalar has.
	Windows(width int) int
}

// ErrWrong: a result differs from the one computed by way of the logarithms.
var ErrWrong = errors.New("the result is wrong")

var registered = map[string]func() Subject{}

// Register makes a subject known by its curve and group.
func Register(curve, group string, make func() Subject) { registered[curve+"/"+group] = make }

// New returns the subject "curve/group".
func New(name string) (Subject, error) {
	make, ok := registered[name]
	if !ok {
		known := slices.Sorted(maps.Keys(registered))
		return nil, fmt.Errorf("%q is not known; there are %s", name, strings.Join(known, ", "))
	}
	return make(), nil
}

// Parallel cuts 0…n into a part for each core.
func Parallel(n int, f func(from, to int)) {
	parts := min(runtime.NumCPU(), n)
	var group sync.WaitGroup
	for i := range parts {
		group.Go(func() { f(n*i/parts, n*(i+1)/parts) })
	}
	group.Wait()
}
