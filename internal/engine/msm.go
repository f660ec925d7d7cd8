package engine

import (
	"errors"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// MultiExp returns Σ scalars[i]·points[i], with gnark-crypto's errors for wrong input. Other
// errors are [ErrClosed], [ErrElsewhere] and the failures of a strict engine.
func (g *Group[P, E]) MultiExp(points []P, scalars []E, config ecc.MultiExpConfig) (*P, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if err := CheckInput(len(points), len(scalars), config); err != nil {
		return nil, err
	}
	r := &request[E]{vectors: [][]E{scalars}}
	msms, err := g.stream(points).computeMSMs(r, config)
	if err != nil {
		return nil, err
	}
	return &msms[0], nil
}

// MultiExpResident is [Bases.MultiExpResident] over points on the host.
func (g *Group[P, E]) MultiExpResident(points []P, v ScalarVector[E]) (*P, error) {
	return g.stream(points).MultiExpResident(0, v)
}

// stream returns points as bases for one MSM, with which they go to the device.
func (g *Group[P, E]) stream(points []P) *Bases[P, E] {
	return &Bases[P, E]{group: g, points: PointsOf(points),
		loaded: g.engine.Bring(g.Device, len(points), raw.Bytes(points))}
}

// CheckInput returns the errors that gnark-crypto's MultiExp returns for the same input, word for
// word. So callers see them whether or not the MSM would have gone to the device.
func CheckInput(nbPoints, nbScalars int, config ecc.MultiExpConfig) error {
	if nbPoints != nbScalars {
		return errors.New("len(points) != len(scalars)")
	}
	if config.NbTasks > 1024 {
		return errors.New("invalid config: config.NbTasks > 1024")
	}
	return nil
}

// request asks for MSMs over bases from an index on. There is one for each vector of
// scalars on the host, or one for a vector on the device.
type request[E any] struct {
	from     int
	vectors  [][]E
	resident ScalarVector[E] // on the device; or nil
}

// scalars returns the number of scalars of all vectors.
func (r *request[E]) scalars() (n int) {
	if r.resident != nil {
		return r.resident.Len()
	}
	for _, v := range r.vectors {
		n += len(v)
	}
	return n
}

// computeMSMs returns the requested MSMs, by the device or else by the CPU.
func (b *Bases[P, E]) computeMSMs(r *request[E], config ecc.MultiExpConfig) ([]P, error) {
	msms, err := b.onDevice(r)
	if errors.Is(err, ErrOnCPU) {
		return b.onCPU(r, config)
	}
	return msms, err
}

// onDevice has the device compute MSMs, twice if the engine checks them. Those of proofs are not
// checked: see [Engine.ChecksMSMs].
func (b *Bases[P, E]) onDevice(r *request[E]) ([]P, error) {
	msms, err := b.pass(r, nil)
	if err == nil && b.loaded.engine.ChecksMSMs() && !b.group.inProof {
		err = b.confirm(r, msms)
	}
	if err != nil {
		return nil, err
	}
	return msms, nil
}

// pass has the device compute MSMs over scalars, in one pass over the bases. Unless the factor is
// nil, the scalars are multiplied by it before. The device or the host has the products, and clears
// them afterwards.
func (b *Bases[P, E]) pass(r *request[E], factor *E) ([]P, error) {
	g, l := b.group, b.loaded
	msms, accept := g.accepting(max(1, len(r.vectors)))
	if v := r.resident; v != nil {
		var words []uint64
		if factor != nil {
			words = raw.Words(factor)
		}
		return msms, l.MultiExpVector(v.Field(), r.from, v.OnDevice(), words, accept[0])
	}
	scalars := make([][]byte, len(r.vectors))
	for i, v := range r.vectors {
		if factor != nil {
			v = g.multiplied(v, factor)
			defer clear(v)
		}
		scalars[i] = raw.Bytes(v)
	}
	return msms, l.MultiExp(r.from, scalars, accept)
}

// accepting returns k points, and the functions that accept results as them.
func (g *Group[P, E]) accepting(k int) ([]P, []Accept) {
	msms, accept := make([]P, k), make([]Accept, k)
	for i := range msms {
		accept[i] = g.Accept(g.Device, &msms[i])
	}
	return msms, accept
}

// multiplied returns the scalars times a factor.
func (g *Group[P, E]) multiplied(scalars []E, factor *E) []E {
	products := make([]E, len(scalars))
	poly.ScalarMul(g.Host.Scalars, products, scalars, *factor)
	return products
}

// onCPU has gnark-crypto compute MSMs.
func (b *Bases[P, E]) onCPU(r *request[E], config ecc.MultiExpConfig) ([]P, error) {
	msms := make([]P, len(r.vectors))
	for i, v := range r.vectors {
		some := b.points.Slice[r.from : r.from+len(v)]
		if _, err := b.group.Host.MultiExp(&msms[i], some, v, config); err != nil {
			return nil, err
		}
	}
	return msms, nil
}

// Accept takes over the result of an MSM. It returns an error that wraps [ErrInvalidResult] if
// the result cannot be right.
type Accept func(*cuda.Result) error

// Bring returns n points that go to the device with each MSM.
func (e *Engine) Bring(g *cuda.Group, n int, points []byte) *Loaded {
	why, ok := e.usable(newTask("MSM", g, n))
	l := &Loaded{engine: e, group: g, points: n, absent: why}
	if ok {
		l.bases = e.backend.HostBases(g, n, points)
	}
	return l
}

// MultiExp computes an MSM for each vector, over the points from an index on. There are points for
// all scalars. Each result is accepted by itself. The error is nil, [ErrOnCPU], [ErrElsewhere],
// [ErrClosed] or the failure of a strict engine.
func (l *Loaded) MultiExp(from int, vectors [][]byte, accept []Accept) error {
	t := l.msms(0, len(vectors))
	for _, scalars := range vectors {
		t.size += len(scalars) / l.group.ScalarBytes()
	}
	return l.attempt(t, func() error {
		results, err := l.engine.backend.MultiExp(l.bases, from, vectors)
		return l.accepted(t, results, err, accept)
	})
}

// accepted has results accepted, unless there was an error. The first one has the report. Points
// that gave a result which is no point of the curve are loaded anew, for damage to them may be why.
func (l *Loaded) accepted(t *task, results []*cuda.Result, err error, accept []Accept) error {
	if err != nil {
		return err
	}
	if len(results) != len(accept) {
		return fmt.Errorf("%w: %d for %d MSMs", ErrInvalidResult, len(results), len(accept))
	}
	for i, accept := range accept {
		if err := accept(results[i]); errors.Is(err, ErrInvalidResult) {
			return errors.Join(err, l.engine.backend.Reload(l.bases))
		} else if err != nil {
			return err
		}
	}
	t.report = &results[0].Report
	return nil
}
