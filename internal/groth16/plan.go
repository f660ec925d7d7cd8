package groth16

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Sizes are the numbers of points of a key's vectors, and of their wires.
type Sizes struct {
	Domain     int // elements
	Wires      int
	A, B, K, Z int // B in both groups
	// Commitments has the numbers of private values that are committed to.
	Commitments []int
	Constraints MatrixSize // the expressions of all constraints
}

// Plan is a dry run of [Load] and of a proof. The key is that of the sizes, of which no point
// exists, or one device's share of it. The curve is on the engine of the dry run.
func Plan[P1, P2, E any](
	r *engine.DryRun, c *Curve[P1, P2, E], s Sizes, k *Key[P1, P2],
) (*memory.Plan, error) {
	bases, err := Load(c, k)
	if err != nil {
		return nil, err
	}
	wires := planWires[E](r, c.Field, s, k.selected(s.Wires))
	planQuotient(r, c, s.Domain, s.Constraints)
	note := func(name string, b *engine.Loaded, n int, kind Kind) {
		r.NoteBases(name, b)
		r.NoteMSMs(name, b, n, 1, map[Kind]engine.Scalars{
			OfWires: wires, OfQuotient: engine.DeviceScalars, OfHost: engine.HostScalars,
		}[kind])
	}
	if b := bases.B2.Bases; b != nil {
		note(bases.B2.Name, b.Loaded(), b.Len(), OfWires)
	}
	for i, v := range k.InG1() {
		if b := bases.InG1()[i].Bases; b != nil {
			note(v.Name, b.Loaded(), b.Len(), v.Scalars)
		}
	}
	planComparison(r, bases)
	return r.Plan(), nil
}

// planComparison is a dry run of [Vectors.OverB]. That compares the points B of both groups once.
func planComparison[P1, P2, E any](r *engine.DryRun, v *Vectors[P1, P2, E]) {
	if v.B.Bases == nil || v.B2.Bases == nil {
		return
	}
	in1, in2 := v.B.Bases, v.B2.Bases
	r.NoteMSMs("B, compared", in1.Loaded(), in1.Len(), 1, engine.HostScalars)
	r.NoteMSMs("B in G2, compared", in2.Loaded(), in2.Len(), 1, engine.HostScalars)
}

// KeyOf returns the key in numbers.
func KeyOf[P1, P2 any](s Sizes) *Key[P1, P2] {
	number := func(n int) engine.Points[P1] { return engine.Points[P1]{Number: n} }
	k := &Key[P1, P2]{
		Domain: s.Domain, Wires: s.Wires,
		A: number(s.A), B: number(s.B), K: number(s.K), Z: number(s.Z),
		B2: engine.Points[P2]{Number: s.B},
	}
	for _, n := range s.Commitments {
		k.Commitments = append(k.Commitments, [2]engine.Points[P1]{number(n), number(n)})
	}
	return k
}

// planWires is a dry run of [Proof.Send]. It returns where MSMs find the wires.
func planWires[E any](
	r *engine.DryRun, f *engine.Field, s Sizes, selected []int,
) engine.Scalars {
	wires := numberedWires[E](f, s.Wires, selected)
	proof := &Proof[E]{wires: wires, session: f.Session(s.Wires)}
	bytes, err := r.Compute(proof.Send)
	if indices := wires.indices.Bytes(); indices > 0 {
		r.NoteVectors("indices of wires", memory.OnDevice, indices)
	}
	switch {
	case err == nil:
		r.NoteVectors("wires", memory.EachProof, bytes)
		return engine.DeviceScalars
	case r.Small(s.Wires):
		r.NoteVectors("wires", memory.OnCPU, 0)
	default:
		r.NoteVectors("wires", memory.Sent, 0)
	}
	return engine.HostScalars
}

// selected returns the numbers of wires that are selected by indices, out of n. A and B have
// indices unless they have all wires, K unless no private wire is hidden. Commitments have them. A
// device's shares of B may differ between the groups.
func (k *Key[P1, P2]) selected(n int) (indices []int) {
	a, b, b2 := k.A.Number, k.B.Number, k.B2.Number
	for _, some := range []int{a, b} {
		if some < n {
			indices = append(indices, some)
		}
	}
	if len(k.Commitments) > 0 {
		indices = append(indices, k.K.Number)
	}
	for _, c := range k.Commitments {
		indices = append(indices, c[1].Number)
	}
	if b2 != b {
		indices = append(indices, b2)
	}
	return indices
}

// planQuotient is a dry run of [Constraints.Prepare] and of [msmOfQuotient]. The domain has n
// elements.
func planQuotient[P1, P2, E any](
	r *engine.DryRun, on *Curve[P1, P2, E], n int, size MatrixSize,
) {
	c := NewConstraints[E](on.Field, size, nil, nil)
	if size != (MatrixSize{}) {
		_ = c.Prepare() // without room they do not stay
	}
	var bytes uint64
	err := error(engine.ErrOnCPU)
	if n >= 2 {
		domain := &curve.Domain[E]{Field: on.Scalars, Cardinality: uint64(n)}
		bytes, err = r.Compute(func() error { return computeQuotient(on.Field, domain, c) })
	}
	if bytes := c.onDevice.Bytes(); bytes > 0 { // the quotient did not take that memory
		r.NoteVectors("constraints", memory.OnDevice, bytes)
	}
	switch {
	case err == nil:
		r.NoteVectors("quotient", memory.EachProof, bytes)
	case n >= 2:
		r.NoteVectors("quotient", memory.OnCPU, 0)
	}
}

// computeQuotient is a dry run of [msmOfQuotient], from the wires if there is room.
func computeQuotient[E any](
	f *engine.Field, domain *curve.Domain[E], c *Constraints[E],
) error {
	nothing := func(*cuda.Workspace, *quotientVectors) error { return nil }
	compute := func(set onQuotient) error {
		return f.Compute("quotient", domain.Len(), 0, func(w *cuda.Workspace) error {
			return quotientOn(w, f, domain, set, nothing)
		})
	}
	if c.Ready() {
		err := compute(func(w *cuda.Workspace, v *quotientVectors) error {
			constraints, vector, err := c.require(w)
			if err != nil {
				return err
			}
			return errors.Join(constraints.multiply(w, f, v, v.piece), vector.Done())
		})
		if err == nil {
			return nil
		}
	}
	return compute(nothing)
}
