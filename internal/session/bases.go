package session

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/session/turns"
)

// Bases is a vector of points on the device. If they do not fit there they are sent along with
// each MSM, and if that is impossible too, the device has no part in them.
type Bases struct {
	engine   *Engine
	group    *cuda.Group
	points   int
	life     turns.Lifetime
	resident Resident // nil if the device is not used for the bases
	absent   reason   // why resident is nil
	onHost   bool     // resident is a *hostBases
}

// Scalars says where the scalars of an MSM lie.
type Scalars = cuda.Location

// The places of scalars.
const (
	HostScalars   = cuda.OnHost
	DeviceScalars = cuda.OnDevice
)

// Load copies points to the device. Points that do not fit its memory stay where they are, and
// must not change before Close: each MSM sends the points that it needs. Whether they fit is
// decided once, here. No multiples of the points are kept in the last bytes of the device's
// memory for bases, of which headroom says how many: vectors that are loaded later lie there.
//
// Without [Config.Strict] Load fails for a closed engine only: bases that the device has no use
// for are bases that the CPU computes with. Bases too few for any MSM on the device are not
// loaded.
func (e *Engine) Load(g *cuda.Group, points []byte, headroom uint64) (*Bases, error) {
	return e.LoadPoints(g, len(points)/g.PointBytes(), points, headroom, nil)
}

// LoadPoints is [Engine.Load] of n points, of which a dry run has the number only. The device may
// have made some.
func (e *Engine) LoadPoints(
	g *cuda.Group, n int, points []byte, headroom uint64, made *Made,
) (*Bases, error) {
	if err := e.life.Begin(); err != nil {
		return nil, err
	}
	defer e.life.End()
	b := &Bases{engine: e, group: g, points: n}
	t := newTask("load", g, b.points).ahead(basesNotLoaded)
	if why, ok := e.usable(b.points); !ok {
		b.absent = why
		return b.unless(e.leaveToCPU(t, why))
	}
	err := e.try(t, func() (*cuda.Report, error) { return nil, b.load(t, points, headroom, made) })
	if err != nil {
		b.absent = failure
		return b.unless(err)
	}
	if !b.onHost {
		e.remember(b)
	}
	return b, nil
}

func (b *Bases) load(t task, points []byte, headroom uint64, made *Made) error {
	e := b.engine
	err := made.use(e, b.group, points, headroom, func(made *cuda.Vector) (err error) {
		b.resident, err = e.backend.Load(b.group, b.points, points, made, headroom)
		return err
	})
	if driver.OutOfMemory(err) {
		b.resident, err = b.engine.newHostBases(t, b.group, points, err)
		b.onHost = err == nil
	}
	return err
}

// unless returns b, or the error of a strict engine.
func (b *Bases) unless(err error) (*Bases, error) {
	if err := Optional(err); err != nil {
		return nil, err
	}
	return b, nil
}

// Len returns the number of bases.
func (b *Bases) Len() int { return b.points }

// OnDevice says whether MSMs over the bases go to the device if they are large enough.
func (b *Bases) OnDevice() bool {
	return b.resident != nil && !b.life.Over() && b.engine.Unavailable() == nil
}

// begin begins a use of the bases and of their engine, which end ends.
func (b *Bases) begin() error {
	if err := b.life.Begin(); err != nil {
		return err
	}
	if err := b.engine.life.Begin(); err != nil {
		b.life.End()
		return err
	}
	return nil
}

func (b *Bases) end() {
	b.engine.life.End()
	b.life.End()
}

// mostAtOnce is above any number of MSMs that memory could have room for at once.
const mostAtOnce = 1 << 16

// Warm allocates the scratch memory of k MSMs at once, of n scalars each, so that the first one
// need not. Statistics do not count it. It does nothing where the device is not used.
func (b *Bases) Warm(n, k int, scalars Scalars) error {
	if err := b.begin(); err != nil {
		return err
	}
	defer b.end()
	if err := CheckRange(b.points, 0, n); err != nil {
		return err
	}
	if k < 0 || k > mostAtOnce {
		return fmt.Errorf("%w: room for %d sums at once", ErrRange, k)
	}
	t := newMSMs(b.group, n, k).ahead(notWarmed)
	return Optional(b.attempt(t, func() (*cuda.Report, error) {
		return nil, b.resident.Warm(n, k, scalars)
	}))
}

// MultiExp computes an MSM for each vector of scalars, over the bases from an index on. Each
// result is accepted by itself. The error is that of [Engine.MultiExp], or [ErrRange].
func (b *Bases) MultiExp(from int, vectors [][]byte, accept []Accept) error {
	if err := b.begin(); err != nil {
		return err
	}
	defer b.end()
	t := newMSMs(b.group, 0, len(vectors))
	for _, scalars := range vectors {
		n := len(scalars) / b.group.ScalarBytes()
		if err := CheckRange(b.points, from, n); err != nil {
			return err
		}
		t.size += n
	}
	t.hostBases = b.onHost
	return b.attempt(t, func() (*cuda.Report, error) {
		return acceptAll(func() ([]*cuda.Result, error) {
			return b.resident.MultiExpBatch(from, vectors)
		}, accept)
	})
}

// attempt is [Engine.attempt] for a task over the bases, which the caller uses.
func (b *Bases) attempt(t task, device func() (*cuda.Report, error)) error {
	if b.resident == nil {
		return b.engine.leaveToCPU(t, b.absent)
	}
	return b.engine.attempt(t, func() (*cuda.Report, error) { return b.reloading(device) })
}

// reloading returns what a sum over the bases returns. They are loaded anew if it is no point of
// the curve, for damage to them may be why.
func (b *Bases) reloading(sum func() (*cuda.Report, error)) (*cuda.Report, error) {
	report, err := sum()
	if errors.Is(err, ErrInvalidResult) {
		err = errors.Join(err, b.resident.Reload())
	}
	return report, err
}

// Close waits for the MSMs under way and frees the device's memory. Only the first Close does
// anything.
func (b *Bases) Close() error {
	return b.life.Close(func() error {
		if b.resident == nil {
			return nil
		}
		defer b.engine.forget(b)
		t := newTask("release", b.group, b.points)
		t.onFailure = basesNotReleased
		return b.engine.failedToRelease(t, b.resident.Close())
	})
}

// takesUnchecked returns an error if the bases have a bound for their scalars. Nobody has compared
// scalars that lie on the device with the bound.
func (b *Bases) takesUnchecked() error {
	if b.group.Bounded {
		return fmt.Errorf("%w: scalars on the device over bases for scalars below 2^%d",
			ErrBitSize, b.group.ScalarBits)
	}
	return nil
}

// CheckRange returns an error that wraps [ErrRange] unless n bases from the index from on are
// among nbBases.
func CheckRange(nbBases, from, n int) error {
	if from < 0 || n < 0 || n > nbBases-from {
		return fmt.Errorf("%w: %d from index %d on, of %d", ErrRange, n, from, nbBases)
	}
	return nil
}

// newHostBases checks that the device can compute with points that are sent along, and logs
// why they are.
func (e *Engine) newHostBases(t task, g *cuda.Group, points []byte, why error) (Resident, error) {
	if err := e.backend.ReserveHostBases(g, t.size); err != nil {
		return nil, err
	}
	e.logHostBases(t, why)
	return &hostBases{e.backend, g, points}, nil
}

// hostBases are bases that do not fit the device's memory. Their points stay in the caller's
// slice and go to the device with each MSM, in chunks.
//
// Only the [Bases] refer to them, so that the points live no longer than these.
type hostBases struct {
	backend Backend
	group   *cuda.Group
	points  []byte
}

// Shape is none: it is chosen for each MSM.
func (h *hostBases) Shape() cuda.Shape { return cuda.Shape{} }

// Bytes is the memory of the device that the bases take.
func (h *hostBases) Bytes() uint64 { return 0 }

// Plan plans one MSM: each takes the points along.
func (h *hostBases) Plan(n, _ int, where cuda.Location) (*cuda.Plan, error) {
	return h.backend.Plan(h.group, n, where)
}

// Rehearse makes room for MSMs that take the points along.
func (h *hostBases) Rehearse(n, k int, where cuda.Location) error {
	return h.backend.Rehearse(h.group, n, k, where)
}

// Warm does nothing: points that are sent leave little time to gain.
func (h *hostBases) Warm(int, int, cuda.Location) error { return nil }

// MultiExpBatch sends the points that it needs with each vector of scalars. The ranges must lie
// within the bases.
func (h *hostBases) MultiExpBatch(from int, vectors [][]byte) ([]*cuda.Result, error) {
	results := make([]*cuda.Result, len(vectors))
	for i, scalars := range vectors {
		points := h.slice(from, len(scalars)/h.group.ScalarBytes())
		var err error
		if results[i], err = h.backend.MultiExp(h.group, points, scalars); err != nil {
			return nil, err
		}
	}
	return addBytesUp(results), nil
}

// MultiExpVector sends the points that it needs. The range must lie within the bases.
func (h *hostBases) MultiExpVector(from int, v *cuda.Vector) (*cuda.Result, error) {
	return h.backend.MultiExpVector(h.group, h.slice(from, v.Len()), v)
}

// MultiExpScalars sends the points that it needs with each vector of scalars. The range must
// lie within the bases.
func (h *hostBases) MultiExpScalars(from int, s *cuda.Scalars) ([]*cuda.Result, error) {
	results, err := h.backend.MultiExpScalars(h.group, h.slice(from, s.Len()), s)
	if err != nil {
		return nil, err
	}
	return addBytesUp(results), nil
}

func (h *hostBases) slice(from, n int) []byte {
	size := h.group.PointBytes()
	return h.points[from*size : (from+n)*size]
}

// addBytesUp adds to the first report the bytes of the others.
func addBytesUp(results []*cuda.Result) []*cuda.Result {
	for _, r := range results[min(1, len(results)):] {
		results[0].Report.BytesUp += r.Report.BytesUp
	}
	return results
}

// Reload does nothing: the points are the caller's.
func (h *hostBases) Reload() error { return nil }

// Close lets go of the points.
func (h *hostBases) Close() error {
	h.points = nil
	return nil
}
