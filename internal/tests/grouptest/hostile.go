package grouptest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// hostileSizes are numbers of points at the borders of an MSM's blocks, warps and windows.
var hostileSizes = []int{0, 1, 2, 3, 31, 32, 33, 1000, 4095, 4096, 4097}

// way computes an MSM of the first points of a family.
type way[P, E any] func(scalars []E) (*P, error)

// Hostile compares the device with one multiplication of the generator, and with gnark-crypto. The
// family that mixes all kinds of points meets the most sizes, all numbers of multiples, and at some
// sizes the windows that are planned for a GPU.
func (g *Group[P, E, A]) Hostile(t *testing.T) {
	e, m := g.open(t)
	planned, wide := g.open(t, devicetest.PlannedBuckets(),
		accel.WithPrecompute(accel.PrecomputeAuto))
	_, single := g.open(t, accel.WithPrecompute(accel.PrecomputeNone))
	_, double := g.open(t, accel.WithPrecompute(accel.PrecomputeFactor(2)))
	thorough, tryPlanned := g.thorough(), g.First || !testing.Short()
	used := []*accel.Engine{e}
	for _, family := range g.hostilePoints() {
		t.Run(family.Name, func(t *testing.T) {
			mixed := family.Name == "mixed"
			largest, largestPlanned := 33, 33
			switch {
			case thorough:
				largest = slices.Max(hostileSizes)
				largestPlanned = largest
			case mixed && tryPlanned:
				largest = 1000
			}
			p := g.points(largest, family.Scalar, sample.NewRand(3))
			resident := func(m *accel.Group[P, E], n int) way[P, E] {
				bases := g.load(t, m, p.points[:n])
				return func(scalars []E) (*P, error) {
					return bases.MultiExpRange(0, scalars, ecc.MultiExpConfig{})
				}
			}
			oneShot := func(m *accel.Group[P, E]) way[P, E] {
				return func(scalars []E) (*P, error) {
					return m.MultiExp(p.points[:len(scalars)], scalars, ecc.MultiExpConfig{})
				}
			}
			ways := map[string]way[P, E]{
				"resident": resident(m, largest),
				"one-shot": oneShot(m),
				"gnark-crypto": func(scalars []E) (*P, error) {
					return g.reference(p.points[:len(scalars)], scalars, ecc.MultiExpConfig{})
				},
			}
			if mixed {
				ways["without multiples"] = resident(single, largest)
				ways["two a base"] = resident(double, largest)
			}
			asPlanned := map[string]way[P, E]{}
			if mixed && tryPlanned {
				asPlanned["resident, as planned"] = resident(wide, largestPlanned)
				asPlanned["one-shot, as planned"] = oneShot(wide)
			}
			for _, distribution := range sample.Hostile(g.Host.Scalars) {
				for _, n := range hostileSizes {
					if n > largest || !worthwhile(thorough, family.Name, distribution.Name, n) ||
						!tryPlanned && n != 33 {
						continue
					}
					t.Run(fmt.Sprintf("%s/%d", distribution.Name, n), func(t *testing.T) {
						scalars := distribution.Scalars(n, sample.NewRand(uint64(n)))
						want := g.expected(p.slice(0, n), scalars)
						try := func(ways map[string]way[P, E]) {
							for name, way := range ways {
								got, err := way(scalars)
								if g.want(t, got, err, want); t.Failed() {
									t.Fatal(name)
								}
							}
						}
						try(ways)
						if len(asPlanned) > 0 && plannedToo(thorough, distribution.Name, n) {
							try(asPlanned)
							used = append(used, planned)
						}
					})
				}
			}
		})
	}
	for _, e := range used {
		if s := e.Statistics(); s.Failures != 0 || s.CPUFailure != 0 || s.DeviceMSMs == 0 {
			t.Errorf("statistics: %+v", s)
		}
	}
}

// worthwhile says whether n points of a family are tried with a distribution of scalars. It says so
// for a thorough test, or for one that takes a sample.
func worthwhile(thorough bool, family, distribution string, n int) bool {
	mixed, uniform := family == "mixed", distribution == "uniform"
	switch {
	case thorough:
		return mixed || n <= 1000
	case mixed && uniform:
		return n <= 1000
	default:
		return n == 33 && (mixed || uniform || distribution == "one")
	}
}

// plannedToo says whether n points and a distribution of scalars also meet a GPU's windows. Windows
// that are planned for a GPU take an emulator a second each.
func plannedToo(thorough bool, distribution string, n int) bool {
	if thorough {
		return n == 1 || n == 33 || n == 1000 || n == 4097
	}
	return n == 33 && (distribution == "uniform" || distribution == "witness")
}
