package grouptest

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
	"github.com/gnark-accel/gnark-accel/internal/tests/testlog"
)

// MemoryLimits looks for the least memory that will do, by bisection. Sums that fit must be right,
// and close to the least the points must have gone through the device in several chunks.
func (g *Group[P, E, A, S]) MemoryLimits(t *testing.T) {
	g.skipOfHost(t)
	devicetest.Require(t)
	n := 1000
	if g.thorough() {
		n = 4097
	}
	p := g.mixed(n, sample.NewRand(8))
	scalars := g.uniform(n, sample.NewRand(9))
	want := g.sum(p, scalars)
	tooLittle, enough := uint64(1<<10), uint64(64<<20)
	if fits, _ := g.withinLimit(t, tooLittle, p.points, scalars, want); fits {
		t.Errorf("%d points fitted into %d bytes", n, tooLittle)
	}
	if fits, chunks := g.withinLimit(t, enough, p.points, scalars, want); !fits || chunks != 1 {
		t.Errorf("%d points in %d bytes: %v, in %d chunks", n, enough, fits, chunks)
	}
	most, fine := 1, uint64(64<<10)
	if g.thorough() {
		fine = 4 << 10
	}
	for enough-tooLittle > fine && !t.Failed() {
		limit := (tooLittle + enough) / 2
		fits, chunks := g.withinLimit(t, limit, p.points, scalars, want)
		if fits {
			enough, most = limit, max(most, chunks)
		} else {
			tooLittle = limit
		}
	}
	if most == 1 {
		t.Errorf("%d points were never more than one chunk, down to %d bytes", n, enough)
	}
}

// withinLimit computes in limited memory. It says whether that was enough, and returns the number
// of chunks.
func (g *Group[P, E, A, S]) withinLimit(t *testing.T, limit uint64, points []P, scalars []E,
	want P) (fits bool, chunks int) {
	t.Helper()
	book := new(testlog.Book)
	e, err := accel.Open(devicetest.Options(devicetest.PlannedBuckets(), accel.WithStrict(),
		accel.WithMemoryLimit(limit), accel.WithLogger(book.Logger()))...)
	if errors.Is(err, accel.ErrOutOfMemory) {
		return false, 0
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if inUse := e.Statistics().DeviceBytes; inUse > limit {
			t.Errorf("%d bytes in use, the limit is %d", inUse, limit)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	m := g.New(e)
	if g.thorough() { // one-shot MSMs need the most memory, and meet the limit first
		g.residentWithinLimit(t, m, points, scalars, want)
	}
	got, err := m.MultiExp(points, scalars, ecc.MultiExpConfig{})
	if errors.Is(err, accel.ErrOutOfMemory) {
		return false, 0
	}
	g.want(t, got, err, want)
	for _, line := range book.Lines(t, "msm done") {
		chunks = int(line["chunks"].(float64))
	}
	return true, chunks
}

// residentWithinLimit loads points and computes with them, unless there is too little memory.
// Points that can be loaded can be computed with.
func (g *Group[P, E, A, S]) residentWithinLimit(t *testing.T, m MSM[P, E], points []P,
	scalars []E, want P) {
	t.Helper()
	bases, err := m.Load(points)
	if errors.Is(err, accel.ErrOutOfMemory) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	got, err := bases.MultiExp(scalars, ecc.MultiExpConfig{})
	g.want(t, got, err, want)
	if err := bases.Close(); err != nil {
		t.Error(err)
	}
}

// TooLittleMemory: with too little memory for anything, an engine that is not strict computes on
// the CPU.
func (g *Group[P, E, A, S]) TooLittleMemory(t *testing.T) {
	devicetest.Require(t)
	book := new(testlog.Book)
	e, err := accel.Open(devicetest.Options(
		accel.WithMemoryLimit(4<<10), accel.WithLogger(book.Logger()))...)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	p := g.distinct(1000)
	scalars := g.uniform(1000, sample.NewRand(10))
	bases, err := g.New(e).Load(p.points)
	if err != nil {
		t.Fatal(err)
	}
	defer bases.Close()
	if bases.OnDevice() {
		t.Error("64 kB of points fitted into 4 kB")
	}
	got, err := bases.MultiExp(scalars, ecc.MultiExpConfig{})
	g.want(t, got, err, g.sum(p, scalars))
	got, err = g.New(e).MultiExp(p.points, scalars, ecc.MultiExpConfig{})
	g.want(t, got, err, g.sum(p, scalars))
	if s := e.Statistics(); s.CPUFailure+s.CPUNoDevice != 2 || s.DeviceMSMs != 0 {
		t.Errorf("statistics: %+v\n%s", s, book)
	}
}
