// Package subjects computes the things that bench measures, over each curve: MSMs over both groups
// and transforms over the scalar field. It checks each result.
package subjects

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
)

// curve makes the subjects of one curve.
type curve struct {
	name       string // such as bls12-377
	g1, g2     func() Subject
	transforms func() Transforms
}

// all has an entry for each curve of the table in internal/curves, in its order.
var all = []curve{bn254Curve(), bls12377Curve(), bls12381Curve(), bw6761Curve()}

// Subject is the MSMs over one group.
type Subject interface {
	// Prepare makes n distinct points.
	Prepare(n int) error
	// Draw draws as many scalars, and computes the sum that each MSM has to return.
	Draw(distribution string) error
	// Load keeps the points on the engine's device until Close.
	Load(*accel.Engine) error
	Close() error
	// Resident, OneShot and CPU compute the MSM over loaded points, over points sent along, and
	// with gnark-crypto. They return the time that it took, or ErrWrong.
	Resident() (time.Duration, error)
	OneShot(*accel.Engine) (time.Duration, error)
	CPU() (time.Duration, error)
	// Batch computes k MSMs over loaded points in one call.
	Batch(k int) (time.Duration, error)
	// OnDevice returns the MSM over loaded points and scalars that are on the engine's device
	// before, and a function that frees the scalars.
	OnDevice(*accel.Engine) (
		measure func() (time.Duration, error), free func() error, err error)
	// Limit is the number of additions of points to buckets a second that the device's
	// multipliers allow.
	Limit(*accel.Engine) (float64, error)
	// Windows is the number of windows of the given width that a scalar has.
	Windows(width int) int
}

// ErrWrong: a result differs from the one computed by way of the logarithms.
var ErrWrong = errors.New("the result is wrong")

// New returns the subject "curve/group", such as bn254/g1.
func New(name string) (Subject, error) {
	var known []string
	for _, c := range all {
		switch name {
		case c.name + "/g1":
			return c.g1(), nil
		case c.name + "/g2":
			return c.g2(), nil
		}
		known = append(known, c.name+"/g1", c.name+"/g2")
	}
	return nil, fmt.Errorf("%q is not known; there are %s", name, strings.Join(known, ", "))
}

// NewTransforms returns the transforms over the scalar field of a curve.
func NewTransforms(name string) (Transforms, error) {
	i := slices.IndexFunc(all, func(c curve) bool { return c.name == name })
	if i < 0 {
		return nil, fmt.Errorf("%q is not known; there are %s", name, strings.Join(Curves(), ", "))
	}
	return all[i].transforms(), nil
}

// Curves are the names of all curves.
func Curves() (names []string) {
	for _, c := range all {
		names = append(names, c.name)
	}
	return names
}
