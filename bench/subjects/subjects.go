// Package subjects computes the things that bench measures, over each curve: sums over
// both groups, and transforms over the scalar field. It checks each result.
package subjects

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
)

// ErrWrong: a result differs from the one computed in another way.
var ErrWrong = errors.New("the result is wrong")

// Group is what is measured over one group. Times are those of the computation alone; a wrong
// result is ErrWrong.
type Group interface {
	// Prepare makes n distinct points with known logarithms, on the engine.
	Prepare(n int, e *accel.Engine) error
	// Draw draws as many scalars, and computes the sum that each MSM has to return.
	Draw(distribution string) error
	// Load keeps the points on the engine's device until Close.
	Load(*accel.Engine) error
	Close() error
	// Resident, OneShot and CPU compute the MSM over loaded points, over points sent along, and
	// with gnark-crypto. Batch computes k over loaded points in one call.
	Resident() (time.Duration, error)
	OneShot(*accel.Engine) (time.Duration, error)
	CPU() (time.Duration, error)
	Batch(k int) (time.Duration, error)
	// OnDevice returns the MSM over loaded points and scalars that are on the engine's device
	// before. It also returns a function that frees the scalars.
	OnDevice(*accel.Engine) (
		measure func() (time.Duration, error), free func() error, err error)

	// Limit is the number of additions of points to buckets a second that the device's
	// multipliers allow by the best formula known.
	Limit(*accel.Engine) (additions float64, err error)
	// Windows is the number of windows of the given width that a scalar has.
	Windows(width int) int
}

// curve makes the subjects of one curve.
type curve struct {
	base       *base
	g1, g2     func() Group
	transforms func() Transforms
}

// all has an entry for each curve of the table in internal/curves, in its order.
var all = []curve{bn254Curve(), bls12377Curve(), bls12381Curve(), bw6761Curve()}

// New returns the subject "curve/group", such as bn254/g1.
func New(name string) (Group, error) {
	for _, c := range all {
		switch name {
		case c.base.Folder() + "/g1":
			return c.g1(), nil
		case c.base.Folder() + "/g2":
			return c.g2(), nil
		}
	}
	return nil, fmt.Errorf("%q is not known; there are %s", name, strings.Join(Groups(), ", "))
}

// Groups are the names of all groups, G1 first.
func Groups() (names []string) {
	for _, group := range []string{"/g1", "/g2"} {
		for _, curve := range Curves() {
			names = append(names, curve+group)
		}
	}
	return names
}

// NewTransforms returns the transforms over the scalar field of a curve.
func NewTransforms(name string) (Transforms, error) {
	i := slices.Index(Curves(), name)
	if i < 0 {
		return nil, fmt.Errorf("%q is not known; there are %s", name, strings.Join(Curves(), ", "))
	}
	return all[i].transforms(), nil
}

// Curves are the names of all curves.
func Curves() (names []string) {
	for _, c := range all {
		names = append(names, c.base.Folder())
	}
	return names
}
