package grouptest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// OnCPU computes on an engine without a device, over points and over bases.
func (g *Group[P, E, A]) OnCPU(t *testing.T) {
	e, m := g.openCPU(t)
	rng := sample.NewRand(1)
	p := g.mixed(100, rng)
	scalars := g.uniform(100, rng)

	sum, err := m.MultiExp(p.points, scalars, ecc.MultiExpConfig{})
	g.want(t, sum, err, g.expected(p, scalars))

	bases, err := m.Load(p.points)
	devicetest.NoError(t, err)
	if bases.Len() != 100 || bases.OnDevice() {
		t.Errorf("%d bases, on a device: %v", bases.Len(), bases.OnDevice())
	}
	sum, err = bases.MultiExp(scalars, ecc.MultiExpConfig{})
	g.want(t, sum, err, g.expected(p, scalars))
	sum, err = bases.MultiExpRange(40, scalars[:7], ecc.MultiExpConfig{})
	g.want(t, sum, err, g.expected(p.slice(40, 47), scalars[:7]))
	devicetest.NoError(t, bases.Close(), bases.Close())
	if _, err := bases.MultiExp(scalars, ecc.MultiExpConfig{}); !errors.Is(err, accel.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	if got := e.Statistics(); got != (accel.Statistics{CPUNoDevice: 3, CPUPoints: 207}) {
		t.Errorf("statistics: %+v", got)
	}
}

// DefaultEngine computes on the default engine, with a device or without.
func (g *Group[P, E, A]) DefaultEngine(t *testing.T) {
	p := g.distinct(3)
	scalars := g.uniform(3, sample.NewRand(2))
	sum, err := g.OnDefault(p.points, scalars, ecc.MultiExpConfig{})
	g.want(t, sum, err, g.expected(p, scalars))
	bases, err := g.New(nil).Load(p.points)
	devicetest.NoError(t, err)
	defer bases.Close()
	sum, err = bases.MultiExp(scalars, ecc.MultiExpConfig{})
	g.want(t, sum, err, g.expected(p, scalars))
}

// InputErrors: wrong input gives gnark-crypto's error. It does so on the CPU and, if there is one,
// on a device.
func (g *Group[P, E, A]) InputErrors(t *testing.T) {
	onDefault, _ := accel.Open(devicetest.Options(accel.WithPrecompute(accel.PrecomputeNone))...)
	defer onDefault.Close()
	_, onCPU := g.openCPU(t)
	for _, input := range []struct{ points, scalars, tasks int }{
		{1, 0, 0}, {0, 1, 0}, {2, 3, 0}, {3, 2, 1025}, {2, 2, 1025}, {0, 0, 1025},
		{2, 2, 1024}, {2, 2, -1}, {0, 0, 0}, {2, 2, 1},
	} {
		points, scalars := make([]P, input.points), make([]E, input.scalars)
		config := ecc.MultiExpConfig{NbTasks: input.tasks}
		want, wantErr := g.reference(points, scalars, config)
		for name, ours := range map[string]*accel.Group[P, E]{
			"CPU": onCPU, "default": g.New(onDefault),
		} {
			got, err := ours.MultiExp(points, scalars, config)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%+v on %s: %v, %v; gnark-crypto: %v, %v", input, name, got, err, want,
					wantErr)
			}
			bases, err := g.New(onDefault).Load(points)
			devicetest.NoError(t, err)
			got, err = bases.MultiExp(scalars, config)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%+v over bases: %v, %v; gnark-crypto: %v, %v", input, got, err, want,
					wantErr)
			}
			bases.Close()
		}
	}
}

// RangeErrors asks for ranges within the bases and outside.
func (g *Group[P, E, A]) RangeErrors(t *testing.T) {
	_, m := g.openCPU(t)
	bases, err := m.Load(make([]P, 5))
	devicetest.NoError(t, err)
	defer bases.Close()
	for _, r := range []struct {
		from, n int
		ok      bool
	}{
		{0, 5, true}, {0, 0, true}, {5, 0, true}, {4, 1, true},
		{-1, 1, false}, {0, 6, false}, {5, 1, false}, {6, 0, false}, {1 << 62, 1, false},
		{-1 << 62, 1, false},
	} {
		_, err := bases.MultiExpRange(r.from, make([]E, r.n), ecc.MultiExpConfig{})
		if r.ok != (err == nil) || !r.ok && !errors.Is(err, accel.ErrRange) {
			t.Errorf("%d from %d on, of 5: %v", r.n, r.from, err)
		}
	}
	_, err = bases.MultiExpRange(0, make([]E, 1), ecc.MultiExpConfig{NbTasks: 1025})
	_, wantErr := g.reference(make([]P, 1), make([]E, 1),
		ecc.MultiExpConfig{NbTasks: 1025})
	if fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Errorf("too many tasks: %v, not %v", err, wantErr)
	}
}
