package grouptest

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// MemoryLimits gives less and less memory. MSMs that fit must be right, and close to the least the
// points must have gone through the device in several chunks.
func (g *Group[P, E, A]) MemoryLimits(t *testing.T) {
	g.skipOfHost(t)
	devicetest.Require(t)
	n, step := 1000, uint64(2)
	if g.thorough() {
		n, step = 4097, 4
	}
	p := g.mixed(n, sample.NewRand(8))
	scalars := g.uniform(n, sample.NewRand(9))
	const enough, tooLittle = 64 << 20, 1 << 10
	for limit, most := uint64(enough), 0; ; limit -= limit / step {
		fits, chunks := g.withinLimit(t, limit, p, scalars)
		if limit == enough && (!fits || chunks != 1) || limit < tooLittle && fits {
			t.Fatalf("%d points in %d bytes: %v, in %d chunks", n, limit, fits, chunks)
		}
		if !fits {
			if most < 2 {
				t.Errorf("%d points were never more than one chunk, down to %d bytes", n, limit)
			}
			break
		}
		most = max(most, chunks)
	}
}

// withinLimit computes in limited memory. It says whether that was enough, and returns the number
// of chunks. Points that can be loaded can be computed with.
func (g *Group[P, E, A]) withinLimit(
	t *testing.T, limit uint64, p points[P, E], scalars []E,
) (fits bool, chunks int) {
	t.Helper()
	book := new(logbook.Book)
	e, m := g.open(t, devicetest.PlannedBuckets(), accel.WithMemoryLimit(limit),
		accel.WithPrecompute(accel.PrecomputeAuto), accel.WithLogger(book.Logger()))
	want := g.expected(p, scalars)
	if bases, err := m.Load(p.points); err == nil && g.thorough() {
		got, err := bases.MultiExp(scalars, ecc.MultiExpConfig{})
		g.want(t, got, errors.Join(err, bases.Close()), want)
	}
	got, err := m.MultiExp(p.points, scalars, ecc.MultiExpConfig{})
	if errors.Is(err, accel.ErrOutOfMemory) {
		return false, 0
	}
	g.want(t, got, err, want)
	for _, line := range book.Entries("msm done") {
		chunks = int(line["chunks"].(float64))
	}
	if inUse := e.Statistics().DeviceBytes; inUse > limit {
		t.Errorf("%d bytes in use, the limit is %d", inUse, limit)
	}
	return true, chunks
}

// TooLittleMemory: with too little memory for anything, an engine that is not strict computes on
// the CPU.
func (g *Group[P, E, A]) TooLittleMemory(t *testing.T) {
	e := devicetest.Open(t, accel.WithMemoryLimit(4<<10))
	p := g.distinct(1000)
	scalars := g.uniform(1000, sample.NewRand(10))
	bases, err := g.New(e).Load(p.points)
	devicetest.NoError(t, err)
	defer bases.Close()
	if bases.OnDevice() {
		t.Error("64 kB of points fitted into 4 kB")
	}
	got, err := bases.MultiExp(scalars, ecc.MultiExpConfig{})
	g.want(t, got, err, g.expected(p, scalars))
	got, err = g.New(e).MultiExp(p.points, scalars, ecc.MultiExpConfig{})
	g.want(t, got, err, g.expected(p, scalars))
	if s := e.Statistics(); s.CPUFailure+s.CPUNoDevice != 2 || s.DeviceMSMs != 0 {
		t.Errorf("statistics: %+v", s)
	}
}
