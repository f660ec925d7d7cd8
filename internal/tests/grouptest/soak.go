package grouptest

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// soak is a long run of MSMs over one group.
type soak[P, E any, A Point[P, E]] struct {
	*devicetest.Soak
	t       *testing.T
	g       *Group[P, E, A]
	places  []*soakPlace[P, E]
	scalars []sample.Distribution[E]
	byGnark atomic.Int64
}

// soakPlace is an engine with points of one family.
type soakPlace[P, E any] struct {
	name   string
	engine *accel.Engine
	msm    *accel.Group[P, E]
	points points[P, E]
	bases  *accel.Bases[P, E]
}

// gnarkEvery is how often gnark-crypto computes an MSM as well. All others are compared with one
// product of the generator, since the points' logarithms are known.
const gnarkEvery = 4

// Soak computes hostile MSMs for the length that [devicetest.SoakVariable] says. Goroutines ask for
// MSMs of all sizes and distributions, over points of all families, in all ways: sent along, over
// bases, in batches, begun and waited for, over scalars on the device. Engines have plenty of
// memory, little, or check each MSM. All of them are strict, so that the device has computed.
func (g *Group[P, E, A]) Soak(t *testing.T, name string) {
	run := devicetest.NewSoak(t, name)
	k := &soak[P, E, A]{
		Soak: run, t: t, g: g, scalars: sample.Hostile(g.Host.Scalars),
	}
	largest := 1 << 14
	if devicetest.Emulated() {
		largest = 300
	}
	for _, family := range g.hostilePoints() {
		k.place(family, largest, accel.WithPrecompute(accel.PrecomputeAuto))
	}
	mixed := g.hostilePoints()[len(g.hostilePoints())-1]
	k.place(mixed, largest, accel.WithPrecompute(accel.PrecomputeNone))
	k.place(mixed, largest, accel.WithPrecompute(accel.PrecomputeFactor(3)),
		accel.WithCheckedSums())
	k.place(mixed, largest, accel.WithPrecompute(accel.PrecomputeNone), accel.WithWindow(8),
		accel.WithMemoryLimit(64<<20))
	k.State = func() string {
		return fmt.Sprintf(", %d compared with gnark-crypto", k.byGnark.Load())
	}
	k.Device = func() (bytes uint64) {
		for _, p := range k.places {
			bytes += p.engine.Statistics().DeviceBytes
		}
		return bytes
	}
	k.Run(t, k.step)
	for _, p := range k.places {
		if s := p.engine.Statistics(); s.Failures+s.WrongSums+s.CPUFailure != 0 {
			t.Errorf("%s: %+v", p.name, s)
		}
	}
}

// place opens an engine with points of a family.
func (k *soak[P, E, A]) place(
	family sample.Distribution[E], n int, opts ...accel.Option,
) {
	e, m := k.g.open(k.t, opts...)
	logs, one := family.Scalars(n, sample.NewRand(71)), k.g.Host.Scalars.One
	generator := k.g.fromLog(one)
	p := points[P, E]{k.g.Host.BatchScalarMultiplication(&generator, logs), logs}
	k.places = append(k.places, &soakPlace[P, E]{
		name: family.Name, engine: e, msm: m, points: p, bases: k.g.load(k.t, m, p.points),
	})
}

// step computes one MSM or batch.
func (k *soak[P, E, A]) step(draw *rand.Rand) {
	p := k.places[draw.IntN(len(k.places))]
	from, to := someRange(draw, len(p.points.points))
	vectors := make([][]E, 1)
	way := draw.IntN(6)
	if way == 5 {
		vectors = make([][]E, 1+draw.IntN(4))
	}
	for i := range vectors {
		vectors[i] = k.scalars[draw.IntN(len(k.scalars))].Scalars(to-from, draw)
	}
	sums, err := k.compute(p, way, from, vectors)
	if err != nil {
		k.t.Errorf("%s: way %d, %d points: %v", p.name, way, to-from, err)
		return
	}
	for i, scalars := range vectors {
		k.check(draw, p.points.slice(from, to), scalars, &sums[i])
	}
}

// someRange returns a range of n points. Most are short, at sizes around which blocks end.
func someRange(draw *rand.Rand, n int) (from, to int) {
	length := min(hostileSizes[draw.IntN(len(hostileSizes))], n)
	if draw.IntN(4) == 0 {
		length = draw.IntN(n + 1)
	}
	from = draw.IntN(n - length + 1)
	return from, from + length
}

// compute computes MSMs in one of the ways.
func (k *soak[P, E, A]) compute(
	p *soakPlace[P, E], way, from int, vectors [][]E,
) ([]P, error) {
	config, scalars := ecc.MultiExpConfig{NbTasks: 1}, vectors[0]
	some := p.points.points[from : from+len(scalars)]
	switch way {
	case 0:
		return one(p.msm.MultiExp(some, scalars, config))
	case 1:
		return one(p.bases.MultiExpRange(from, scalars, config))
	case 2:
		return one(p.bases.Start(from, scalars, config)())
	case 3, 4:
		vector, err := k.g.LoadScalars(p.engine, scalars)
		if err != nil {
			return nil, err
		}
		defer vector.Close()
		if way == 3 {
			return one(p.msm.MultiExpVector(some, vector))
		}
		return one(p.bases.MultiExpVector(from, vector))
	default:
		return p.bases.MultiExpBatch(from, vectors, config)
	}
}

// check compares an MSM with its product, and now and then with gnark-crypto's result.
func (k *soak[P, E, A]) check(draw *rand.Rand, p points[P, E], scalars []E, got *P) {
	right := k.g.expected(p, scalars)
	same := A(got).Equal(&right)
	if draw.IntN(gnarkEvery) == 0 {
		k.byGnark.Add(1)
		theirs, err := k.g.reference(p.points, scalars, ecc.MultiExpConfig{NbTasks: 1})
		same = same && err == nil && A(got).Equal(theirs)
	}
	if same {
		k.Done.Add(1)
		return
	}
	k.Wrong.Add(1)
	k.t.Errorf("a wrong MSM of %d points: %v, not %v", len(scalars), got, &right)
}
