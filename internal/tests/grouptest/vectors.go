package grouptest

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// Vectors of points: checks and transforms.

// Subgroup checks points of the group, then with one that is on no curve. Infinity is among them.
func (g *Group[P, E, A]) Subgroup(t *testing.T) {
	e, m := g.open(t)
	_, cpu := g.openCPU(t)
	points := g.mixed(20, sample.NewRand(31)).points
	wrong := append([]P{}, points...)
	wrong[7] = g.multiple(5)
	raw.Bytes(wrong[7:8])[0] ^= 1
	for _, on := range []*accel.Group[P, E]{m, cpu} {
		for _, input := range []struct {
			points []P
			right  bool
		}{{points, true}, {wrong, false}, {wrong[:7], true}, {nil, true}} {
			all, err := on.IsInSubGroupBatch(input.points)
			if err != nil || all != input.right {
				t.Errorf("%d points: %v, %v", len(input.points), all, err)
			}
		}
	}
	if s := e.Statistics(); s.DeviceComputations == 0 || s.Failures != 0 {
		t.Errorf("statistics: %+v", s)
	}
}

// Lagrange transforms points on the device and on the CPU. The sum of the results is the first
// point.
func (g *Group[P, E, A]) Lagrange(t *testing.T) {
	_, m := g.open(t)
	_, cpu := g.openCPU(t)
	for _, n := range []int{1, 2, 4, 8} {
		points := g.mixed(n, sample.NewRand(uint64(n))).points
		want, err := cpu.ToLagrange(points)
		devicetest.NoError(t, err)
		got, err := m.ToLagrange(points)
		if err != nil || !g.same(got, want) {
			t.Errorf("%d points: %v, or others than the CPU's", n, err)
		}
		var sum P
		for i := range got {
			A(&sum).Add(&sum, &got[i])
		}
		if !A(&sum).Equal(&points[0]) {
			t.Errorf("%d points: a wrong sum", n)
		}
	}
	if _, err := m.ToLagrange(make([]P, 3)); err == nil {
		t.Error("three points: no error")
	}
}

// LagrangeOfMany transforms so many points that the device's threads take several each. They are
// all the same, so that the first result is that point, and the others are infinity.
func (g *Group[P, E, A]) LagrangeOfMany(t *testing.T) {
	e, m := g.open(t)
	n, multiprocessors := 1, e.Devices()[0].Multiprocessors
	for n < 8192*multiprocessors { // a multiprocessor has up to 2048 threads
		n *= 2
	}
	points := slices.Repeat([]P{g.multiple(3)}, n)
	want := make([]P, n)
	want[0] = points[0]
	if got, err := m.ToLagrange(points); err != nil || !g.same(got, want) {
		t.Errorf("%d points: %v, or others", n, err)
	}
}

// written returns a file of points, compressed or raw.
func (g *Group[P, E, A]) written(t *testing.T, points []P, raw bool) []byte {
	t.Helper()
	var file bytes.Buffer
	devicetest.NoError(t, g.Encode(&file, points, raw))
	return file.Bytes()
}

// Decode reads files of points on device and CPU, and no byte after them.
func (g *Group[P, E, A]) Decode(t *testing.T) {
	e, m := g.open(t)
	_, cpu := g.openCPU(t)
	points := g.mixed(20, sample.NewRand(32)).points
	for _, on := range []*accel.Group[P, E]{m, cpu} {
		for _, want := range [][]P{points, points[:1], {}} {
			for _, raw := range []bool{false, true} {
				file := g.written(t, want, raw)
				from := bytes.NewReader(append(bytes.Clone(file), "rest"...))
				var got []P
				n, err := on.Decode(from, &got)
				if err != nil || n != int64(len(file)) || from.Len() != 4 || !g.same(got, want) {
					t.Errorf("%d points, raw %v: %d of %d bytes, %v", len(want), raw, n,
						len(file), err)
				}
			}
		}
		if _, err := on.Decode(nil, new([]P)); err == nil {
			t.Error("no reader: no error")
		}
		if _, err := on.Decode(new(bytes.Buffer), nil); err == nil {
			t.Error("no points: no error")
		}
	}
	if s := e.Statistics(); s.DeviceComputations == 0 || s.Failures != 0 {
		t.Errorf("statistics: %+v", s)
	}
}

// DecodeBroken reads files with a wrong bit, and files that are too short. It does so as
// gnark-crypto does.
func (g *Group[P, E, A]) DecodeBroken(t *testing.T) {
	_, m := g.open(t)
	points, rng := g.mixed(6, sample.NewRand(33)).points, sample.NewRand(34)
	for _, raw := range []bool{false, true} {
		file := g.written(t, points, raw)
		for range 24 {
			g.wantSameDecoding(t, m, file, 32+rng.IntN(8*(len(file)-4)))
		}
		g.wantShort(t, m, file, rng)
	}
}

// wantSameDecoding reads a file, one bit of which is wrong.
func (g *Group[P, E, A]) wantSameDecoding(
	t *testing.T, m *accel.Group[P, E], file []byte, bit int,
) {
	t.Helper()
	broken := bytes.Clone(file)
	broken[bit/8] ^= 1 << (bit % 8)
	var got, want []P
	n, wrong := g.Host.Format.Decode(bytes.NewReader(broken), &want)
	k, err := m.Decode(bytes.NewReader(broken), &got)
	switch {
	case errors.Is(wrong, io.EOF) || errors.Is(wrong, io.ErrUnexpectedEOF):
		if err == nil {
			t.Errorf("bit %d: no error, but %v", bit, wrong)
		}
	case wrong != nil && (err == nil || err.Error() != wrong.Error()):
		t.Errorf("bit %d: %v, not %v", bit, err, wrong)
	case wrong == nil && (err != nil || k != n || !g.same(got, want)):
		t.Errorf("bit %d: %d of %d bytes, %v", bit, k, n, err)
	}
}

// wantShort reads files that end too early, and one whose length is damaged. They take no memory by
// their length.
func (g *Group[P, E, A]) wantShort(
	t *testing.T, m *accel.Group[P, E], file []byte, rng *rand.Rand,
) {
	t.Helper()
	damaged := bytes.Clone(file)
	damaged[0] |= 0x80
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, short := range [][]byte{damaged, file[:1+rng.IntN(len(file)-1)], file[:4], nil} {
		var got []P
		_, err := m.Decode(bytes.NewReader(short), &got)
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d of %d bytes: %v", len(short), len(file), err)
		}
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<28 {
		t.Errorf("short files take %d bytes", taken)
	}
	failing := errors.New("no more")
	half := io.MultiReader(bytes.NewReader(file[:len(file)/2]), iotest.ErrReader(failing))
	if _, err := m.Decode(half, new([]P)); !errors.Is(err, failing) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// ScaledPoints multiplies points of all kinds by scalars of all kinds. It does so on the device and
// on the CPU.
func (g *Group[P, E, A]) ScaledPoints(t *testing.T) {
	e, m := g.open(t)
	_, cpu := g.openCPU(t)
	for i, distribution := range sample.Hostile(g.Host.Scalars) {
		n := 12
		p := g.mixed(n, sample.NewRand(uint64(i)))
		scalars := distribution.Scalars(n, sample.NewRand(uint64(100+i)))
		want := g.scaled(p, scalars)
		for _, on := range []*accel.Group[P, E]{m, cpu} {
			got, err := on.ScalePoints(p.points, scalars)
			if err != nil || !g.same(got, want) {
				t.Errorf("%s: %v, or other points", distribution.Name, err)
			}
		}
	}
	if s := e.Statistics(); s.Failures != 0 || s.DeviceComputations == 0 {
		t.Errorf("statistics: %+v", s)
	}
	for _, on := range []*accel.Group[P, E]{m, cpu} {
		if got, err := on.ScalePoints(nil, nil); err != nil || len(got) != 0 {
			t.Errorf("nothing: %d points, %v", len(got), err)
		}
		if _, err := on.ScalePoints(make([]P, 2), make([]E, 3)); err == nil {
			t.Error("two points and three scalars: no error")
		}
	}
}

// scaled returns the multiples by way of the logarithms.
func (g *Group[P, E, A]) scaled(p points[P, E], scalars []E) []P {
	all := make([]P, len(scalars))
	for i := range all {
		var log E
		all[i] = g.fromLog(*g.Host.Scalars.Mul(&log, &p.logs[i], &scalars[i]))
	}
	return all
}

// VectorsInLittleMemory: a device without room for all points scales and transforms them in pieces.
func (g *Group[P, E, A]) VectorsInLittleMemory(t *testing.T) {
	g.skipOfHost(t)
	const n = 512
	p := g.distinct(n)
	scalars := g.uniform(n, sample.NewRand(5))
	scaled := g.scaled(p, scalars)
	_, cpu := g.openCPU(t)
	transformed, err := cpu.ToLagrange(p.points)
	devicetest.NoError(t, err)
	limit := uint64(5 * n / 4 * len(raw.Bytes(p.points[:1])))
	e, m := g.open(t, accel.WithMemoryLimit(limit))
	got, err := m.ScalePoints(p.points, scalars)
	if err != nil || !g.same(got, scaled) {
		t.Errorf("with %d bytes: %v, or other multiples", limit, err)
	}
	got, err = m.ToLagrange(p.points)
	if err != nil || !g.same(got, transformed) {
		t.Errorf("with %d bytes: %v, or another transform", limit, err)
	}
	if s := e.Statistics(); s.DeviceComputations != 2 || s.Failures != 0 {
		t.Errorf("with %d bytes: %+v", limit, s)
	}
}
