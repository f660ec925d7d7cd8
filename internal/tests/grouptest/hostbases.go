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

// LargerThanMemory computes over ranges of bases that do not fit the device.
func (g *Group[P, E, A]) LargerThanMemory(t *testing.T) {
	g.skipRepeated(t)
	const n = 600
	p := g.mixed(n, sample.NewRand(17))
	book := new(logbook.Book)
	e, bases, limit := g.larger(t, p.points, accel.WithLogger(book.Logger()))
	sent := "bases do not fit the device, their points are sent with each MSM"
	// Once for the engine that found the limit, once for this one.
	if lines := book.Entries(sent); len(lines) != 2 || lines[1]["level"] != "info" ||
		lines[1]["points"] != float64(n) {
		t.Errorf("logged: %v", lines)
	}
	distributions := sample.Hostile(g.Host.Scalars)
	msms, points := 0, 0
	check := func(from, to int, distribution int) {
		t.Helper()
		scalars := distributions[distribution].Scalars(to-from, sample.NewRand(uint64(from)))
		got, err := bases.MultiExpRange(from, scalars, ecc.MultiExpConfig{})
		if g.want(t, got, err, g.expected(p.slice(from, to), scalars)); t.Failed() {
			t.Fatalf("[%d, %d), scalars %s", from, to, distributions[distribution].Name)
		}
		msms, points = msms+1, points+to-from
	}
	check(0, n, 0)
	check(77, 300, len(distributions)-2)
	if g.thorough() {
		for i := range distributions {
			check(0, n, i)
		}
		for _, r := range [][2]int{{0, 1}, {n - 1, n}, {1, n}, {0, n - 1}, {31, 65}, {100, 101}} {
			check(r[0], r[1], 0)
		}
	}
	s := e.Statistics()
	least := uint64(points * (g.Device.PointBytes() + g.Device.ScalarBytes()))
	if s.BytesUp < least || s.DeviceBytes > limit {
		t.Errorf("%d bytes sent, for %d; %d in use, of %d", s.BytesUp, least, s.DeviceBytes, limit)
	}
	s.BytesUp, s.DeviceBytes = 0, 0
	if s != (accel.Statistics{DeviceMSMs: uint64(msms), DevicePoints: uint64(points),
		SentMSMs: uint64(msms)}) {
		t.Errorf("statistics of %d MSMs of %d points: %+v", msms, points, s)
	}
	if lines := book.Entries("msm done"); lines[0]["chunks"].(float64) < 2 {
		t.Errorf("%d points in one chunk: %v", n, lines[0])
	}
}

// least returns a memory limit, in bytes, that is just enough to compute with points. It is not
// enough to keep them on the device.
func (g *Group[P, E, A]) least(t *testing.T, points []P, opts ...accel.Option) uint64 {
	t.Helper()
	devicetest.Require(t)
	return devicetest.MinMemory(t, func(limit uint64) error {
		e, err := accel.Open(append(devicetest.Options(opts...),
			accel.WithMemoryLimit(limit), accel.WithStrict())...)
		devicetest.NoError(t, err)
		_, err = g.New(e).Load(points)
		if err != nil && !errors.Is(err, accel.ErrOutOfMemory) {
			t.Fatal(err)
		}
		devicetest.NoError(t, e.Close())
		return err
	})
}

// larger loads points that do not fit the device. It returns the memory limit, in bytes.
func (g *Group[P, E, A]) larger(t *testing.T, points []P, opts ...accel.Option) (*accel.Engine,
	*accel.Bases[P, E], uint64) {
	t.Helper()
	limit := g.least(t, points, opts...)
	e, m := g.open(t, append(opts, accel.WithMemoryLimit(limit))...)
	return e, g.load(t, m, points), limit
}
