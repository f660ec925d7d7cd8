package grouptest

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// Statistics compares counts and log lines with the MSMs that were computed.
func (g *Group[P, E, A]) Statistics(t *testing.T) {
	book := new(logbook.Book)
	const window = 8
	e, m := g.open(t, accel.WithMinSize(50), accel.WithLogger(book.Logger()),
		accel.WithWindow(window), accel.WithPrecompute(accel.PrecomputeNone))
	if len(e.Devices()) != 1 || e.Devices()[0].Name == "" {
		t.Errorf("devices: %+v", e.Devices())
	}
	p := g.distinct(80)
	scalars := g.uniform(80, sample.NewRand(13))
	bases := g.load(t, m, p.points)
	for _, n := range []int{80, 50, 49} {
		got, err := bases.MultiExpRange(0, scalars[:n], ecc.MultiExpConfig{})
		g.want(t, got, err, g.expected(p.slice(0, n), scalars[:n]))
	}
	s := e.Statistics()
	if s.DeviceBytes < uint64(80*g.Device.PointBytes()) {
		t.Errorf("80 bases on the device take %d bytes", s.DeviceBytes)
	}
	if s.BytesUp < uint64(130*g.Device.ScalarBytes()) {
		t.Errorf("130 scalars are %d bytes", s.BytesUp)
	}
	s.DeviceBytes, s.BytesUp = 0, 0
	if s != (accel.Statistics{DeviceMSMs: 2, DevicePoints: 130, CPUSmall: 1, CPUPoints: 49}) {
		t.Errorf("statistics: %+v", s)
	}
	if lines := book.Entries("msm done"); len(lines) != 2 || lines[0]["points"] != 80.0 ||
		lines[0]["took"].(float64) <= 0 || lines[0]["window"] != float64(window) {
		t.Errorf("logged: %v", lines)
	}
	if lines := book.Entries("msm on the CPU"); len(lines) != 1 || lines[0]["reason"] != "small" {
		t.Errorf("logged: %v", lines)
	}
}

// ProductsPerSecond measures the products of a second, with a device and without.
func (g *Group[P, E, A]) ProductsPerSecond(t *testing.T) {
	if !g.thorough() {
		t.Skip("one template for all curves, and many products for an emulator")
	}
	_, m := g.open(t)
	if n, err := m.ProductsPerSecond(); err != nil || n <= 0 {
		t.Errorf("%g products a second, %v", n, err)
	}
	_, none := g.openCPU(t)
	if _, err := none.ProductsPerSecond(); !errors.Is(err, accel.ErrWithoutDevice) {
		t.Errorf("without a device: %v", err)
	}
}

// HotBucket has buckets that hold the entries of several hundred threads of the accumulation. They
// come in one chunk and in several.
func (g *Group[P, E, A]) HotBucket(t *testing.T) {
	if !g.thorough() {
		t.Skip("what folds hot buckets is one template for all groups")
	}
	_, m := g.open(t, accel.WithPrecompute(accel.PrecomputeNone))
	const n = 12000
	p := g.distinct(n)
	bases := g.load(t, m, p.points)
	for _, distribution := range sample.Hostile(g.Host.Scalars) {
		if distribution.Name != "one" && distribution.Name != "equal" {
			continue
		}
		scalars := distribution.Scalars(n, sample.NewRand(42))
		got, err := bases.MultiExp(scalars, ecc.MultiExpConfig{})
		g.want(t, got, err, g.expected(p, scalars))
	}
}
