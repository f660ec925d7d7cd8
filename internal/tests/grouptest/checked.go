package grouptest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// Vector is a vector of scalars that may lie on the device.
type Vector[E any] interface {
	accel.AnyVector[E]
	Close() error
}

// VectorsOf returns LoadScalars of a [Group] for a package's function NewFr.
func VectorsOf[E any, V Vector[E], F interface{ Load(elements []E) (V, error) }](
	newFr func(*accel.Engine) F,
) func(e *accel.Engine, scalars []E) (Vector[E], error) {
	return func(e *accel.Engine, scalars []E) (Vector[E], error) { return newFr(e).Load(scalars) }
}

// checkedLife is a use of an engine that checks MSMs. One run of the device may go wrong.
type checkedLife[P, E any, A Point[P, E]] struct {
	t        *testing.T
	g        *Group[P, E, A]
	emulator *cuda.Emulator
	p        points[P, E]
	scalars  []E
	opts     []accel.Option
	strict   bool

	e       *accel.Engine
	corrupt func() // has the fault occur from here on
}

// ways are all ways to MSMs of the points, with the fault at any run. Bases and the vector on the
// device are right: their damage before the MSM is not found.
func (l *checkedLife[P, E, A]) ways() map[string]func() ([]P, error) {
	config, n := ecc.MultiExpConfig{NbTasks: 1}, len(l.scalars)
	over := func(compute func(*accel.Bases[P, E]) ([]P, error)) func() ([]P, error) {
		return func() ([]P, error) {
			bases, err := l.g.New(l.e).Load(l.p.points)
			if err != nil {
				return nil, err
			}
			l.corrupt()
			return compute(bases)
		}
	}
	overVector := func(
		compute func(*accel.Group[P, E], Vector[E]) (*P, error),
	) func() ([]P, error) {
		return func() ([]P, error) {
			v, err := l.g.LoadScalars(l.e, l.scalars)
			if err != nil {
				return nil, err
			}
			defer v.Close()
			return one(compute(l.g.New(l.e), v))
		}
	}
	return map[string]func() ([]P, error){
		"one-shot": func() ([]P, error) {
			l.corrupt()
			return one(l.g.New(l.e).MultiExp(l.p.points, l.scalars, config))
		},
		"bases": over(func(bases *accel.Bases[P, E]) ([]P, error) {
			return one(bases.MultiExp(l.scalars, config))
		}),
		"started": over(func(bases *accel.Bases[P, E]) ([]P, error) {
			return one(bases.Start(0, l.scalars, config)())
		}),
		"batch": over(func(bases *accel.Bases[P, E]) ([]P, error) {
			return bases.MultiExpBatch(0, [][]E{l.scalars, l.scalars[:n:n]}, config)
		}),
		"range": over(func(bases *accel.Bases[P, E]) ([]P, error) {
			return one(bases.MultiExpRange(0, l.scalars, config))
		}),
		"vector": overVector(func(m *accel.Group[P, E], v Vector[E]) (*P, error) {
			l.corrupt()
			return m.MultiExpVector(l.p.points, v)
		}),
		"vector, over bases": overVector(func(m *accel.Group[P, E], v Vector[E]) (*P, error) {
			bases, err := m.Load(l.p.points) // they go with the engine
			if err != nil {
				return nil, err
			}
			l.corrupt()
			return bases.MultiExpVector(0, v)
		}),
	}
}

// one returns an MSM as a batch does.
func one[P any](sum *P, err error) ([]P, error) {
	if err != nil {
		return nil, err
	}
	return []P{*sum}, nil
}

// live computes MSMs in one way, with a fault, and says how many were wrong.
func (l *checkedLife[P, E, A]) live(way, fault string, seed uint64) (wrong int, err error) {
	l.t.Helper()
	l.emulator.Reset()
	opts := append(devicetest.Options(devicetest.NarrowBuckets(),
		accel.WithPrecompute(accel.PrecomputeFactor(2))), l.opts...)
	l.e, err = accel.Open(opts...)
	devicetest.NoError(l.t, err)
	l.corrupt = func() {
		devicetest.NoError(l.t, l.emulator.Set("SEED", fmt.Sprint(seed+1)),
			l.emulator.Corrupt(fault))
	}
	defer l.e.Close() // a lost device fails at it
	sums, err := l.ways()[way]()
	want := l.g.expected(l.p, l.scalars)
	for i := range sums {
		if !A(&sums[i]).Equal(&want) {
			wrong++
		}
	}
	return wrong, err
}

// mayFail says whether the engine may return an error. One that is not strict does so for vectors
// that were lost.
func (l *checkedLife[P, E, A]) mayFail(err error) bool {
	return errors.Is(err, accel.ErrDeviceLost) || l.strict && errors.Is(err, accel.ErrInvalidResult)
}

// checkedLives is the number of faults that a test draws for each way.
func (g *Group[P, E, A]) checkedLives() int {
	switch {
	case os.Getenv(devicetest.LongVariable) == "1":
		return 200
	case g.thorough():
		return 8
	case g.First:
		return 2
	default:
		return 1
	}
}

// CheckedSums has one silent fault in each of many lives, drawn by seed. No wrong MSM leaves an
// engine that checks MSMs, and a strict one returns accel.ErrInvalidResult in place of it. Without
// the check one leaves.
func (g *Group[P, E, A]) CheckedSums(t *testing.T) {
	emulator := devicetest.Emulator(t)
	t.Cleanup(emulator.Reset)
	const n = 12
	l := &checkedLife[P, E, A]{g: g, emulator: emulator, p: g.mixed(n, sample.NewRand(61))}
	for i, distribution := range sample.Hostile(g.Host.Scalars) {
		l.scalars = append(l.scalars, distribution.Scalars(2, sample.NewRand(uint64(i)))...)
	}
	l.scalars = l.scalars[:n]
	t.Run("by default", func(t *testing.T) {
		l.t, l.opts, l.strict = t, []accel.Option{accel.WithCheckedSums()}, false
		g.campaign(l)
	})
	t.Run("strict", func(t *testing.T) {
		if !g.First {
			t.Skip("one template for all groups")
		}
		l.t, l.strict = t, true
		l.opts = []accel.Option{accel.WithCheckedSums(), accel.WithStrict()}
		g.campaign(l)
	})
	t.Run("not checked", func(t *testing.T) {
		const scalarsNotSent = "cuMemcpyHtoDAsync_v2:1=skip"
		l.t, l.opts, l.strict = t, nil, false
		if wrong, err := l.live("one-shot", scalarsNotSent, 6); wrong != 1 || err != nil {
			t.Errorf("%d wrong MSMs left, %v", wrong, err)
		}
		l.opts = []accel.Option{accel.WithCheckedSums()}
		wrong, err := l.live("one-shot", scalarsNotSent, 6)
		s := l.e.Statistics()
		if wrong != 0 || err != nil || s.WrongSums != 1 || s.CPUFailure != 1 {
			t.Errorf("checked: %d wrong MSMs left, %v, %+v", wrong, err, s)
		}
	})
}

// campaign has faults in all ways to MSMs, and counts the wrong ones. For groups other than the
// first, short runs keep one MSM and a batch.
func (g *Group[P, E, A]) campaign(l *checkedLife[P, E, A]) {
	drawn, left, withheld := 0, 0, uint64(0)
	for way := range l.ways() {
		if testing.Short() && !g.First && way != "one-shot" && way != "batch" {
			continue
		}
		if wrong, err := l.live(way, "", 0); wrong != 0 || err != nil {
			l.t.Fatalf("%s without a fault: %d wrong, %v", way, wrong, err)
		}
		runs := map[string]uint64{}
		for _, f := range devicetest.Faults {
			runs[f.Operation] = l.emulator.Runs(f.Operation)
		}
		for seed := range uint64(g.checkedLives()) {
			draw := rand.New(rand.NewPCG(seed, uint64(len(way))))
			f := devicetest.Faults[devicetest.DrawFault(draw)]
			if runs[f.Operation] == 0 {
				continue
			}
			fault := f.At(1 + draw.Uint64N(runs[f.Operation]))
			wrong, err := l.live(way, fault, seed)
			if wrong > 0 || err != nil && !l.mayFail(err) {
				l.t.Errorf("%s, seed %d, %s: %d wrong, %v", way, seed, fault, wrong, err)
			}
			drawn, left = drawn+1, left+wrong
			withheld += l.e.Statistics().WrongSums
		}
	}
	l.t.Logf("%d faults, %d wrong MSMs left, %d were withheld", drawn, left, withheld)
}
