package groth16

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Curve is a curve's groups and its scalar field on an engine. The groups have points P1 and P2.
type Curve[P1, P2, E any] struct {
	Scalars *curve.Field[E] // on the host
	Field   *engine.Field
	G1      *engine.Group[P1, E]
	G2      *engine.Group[P2, E]
}

// Key has the vectors of a proving key that its proofs use as bases.
type Key[P1, P2 any] struct {
	Domain     int // elements
	Wires      int
	A, B, K, Z engine.Points[P1]
	B2         engine.Points[P2]
	// Commitments has two vectors for each commitment: the basis, and the one that proves its use.
	Commitments [][2]engine.Points[P1]
	// Made has points that a device made, if it still has some. [Vectors.Multiply] closes it there.
	Made *engine.Made
}

// Named is a vector of a key, with the kind of scalars that meet it.
type Named[P any] struct {
	Name    string
	Points  engine.Points[P]
	Scalars Kind
}

// Kind is a kind of scalars. They are the wires of a proof, the coefficients of its quotient, or
// values that are on the host.
type Kind int

// The kinds of scalars.
const (
	OfWires Kind = iota
	OfQuotient
	OfHost
)

// InG1 lists the vectors in G1. The ones that save most time on a device come first.
func (k *Key[P1, P2]) InG1() []Named[P1] {
	all := []Named[P1]{
		{"Z", k.Z, OfQuotient}, {"K", k.K, OfWires}, {"A", k.A, OfWires}, {"B", k.B, OfWires},
	}
	for i, c := range k.Commitments {
		all = append(all,
			Named[P1]{fmt.Sprintf("commitment %d", i), c[0], OfHost},
			Named[P1]{fmt.Sprintf("commitment %d, knowledge", i), c[1], OfWires})
	}
	return all
}

// Len returns the number of points of all vectors.
func (k *Key[P1, P2]) Len() int {
	n := k.B2.Number
	for _, v := range k.InG1() {
		n += v.Points.Number
	}
	return n
}

// Vectors are a key's vectors on an engine. They are safe for concurrent use.
type Vectors[P1, P2, E any] struct {
	// using is read-locked by every use of the vectors, so that Close waits for them.
	using sync.RWMutex

	A, B, K, Z Vector[P1, E]
	B2         Vector[P2, E]
	// Commitments has two vectors for each commitment, as [Key] has them.
	Commitments [][2]Vector[P1, E]

	field *engine.Field
	made  *engine.Made // closed by Multiply
	wires []int        // lengths of the vectors that the wires of a proof have
}

// InG1 lists the vectors in G1 in the order of [Key.InG1].
func (b *Vectors[P1, P2, E]) InG1() []*Vector[P1, E] {
	all := []*Vector[P1, E]{&b.Z, &b.K, &b.A, &b.B}
	for i := range b.Commitments {
		all = append(all, &b.Commitments[i][0], &b.Commitments[i][1])
	}
	return all
}

// Load keeps memory for the quotient and loads a key's vectors, that over G2 first. That one saves
// most time on a device. No vector has room for multiples before all vectors have a place, and so
// have the wires of a proof. Wires without a place are selected on the host and sent for each MSM.
// Then Load allocates scratch memory for the MSMs of a proof, and logs that the key is loaded.
//
// [Vectors.Multiply] begins to compute the multiples. Until then they keep no MSM waiting.
//
// The bases are to be closed, also if they come with an error.
func Load[P1, P2, E any](c *Curve[P1, P2, E], k *Key[P1, P2]) (*Vectors[P1, P2, E], error) {
	b, begun := new(Vectors[P1, P2, E]), time.Now()
	b.field, b.made, b.wires = c.Field, k.Made, k.wiresLengths()
	b.Commitments = make([][2]Vector[P1, E], len(k.Commitments))
	if err := reserveQuotient(c.Field, k.Domain, k.Made); err != nil {
		return b, err
	}
	if err := c.G1.Ready(k.Z.Number); err != nil { // before G2 has the device busy with multiples
		return b, err
	}
	named := k.InG1()
	wires := k.wiresBytes(c.Field)
	var later uint64
	for _, v := range named {
		later += v.Points.Bytes()
	}
	k.Made.Expect(later + k.B2.Bytes())
	inG2 := Named[P2]{Name: "B in G2", Points: k.B2}
	if err := load(&b.B2, c.G2, inG2, later+wires, k.Made); err != nil {
		return b, err
	}
	for i, v := range b.InG1() {
		later -= named[i].Points.Bytes()
		err := load(v, c.G1, named[i], later+wires, k.Made)
		if err != nil {
			return b, err
		}
	}
	err := b.warm()
	c.Field.Engine().LogKey(time.Since(begun), b.onEngine()...)
	return b, err
}

// load sets a vector, whose bases are nil if it has no points. It keeps no multiples in memory that
// later vectors need.
func load[P, E any](
	to *Vector[P, E], g *engine.Group[P, E], v Named[P], later uint64, made *engine.Made,
) (err error) {
	*to = Vector[P, E]{Name: v.Name, Points: v.Points.Slice, Group: g}
	if v.Points.Number == 0 {
		return nil
	}
	bases, err := g.LoadPoints(v.Points, engine.Loading{Headroom: later, Made: made, Later: true})
	if err != nil {
		return err
	}
	to.Bases = bases
	made.Advance(v.Points.Bytes())
	return nil
}

// onEngine returns the bases of all vectors without their points on the host.
func (b *Vectors[P1, P2, E]) onEngine() (all []*engine.Loaded) {
	if b.B2.Bases != nil {
		all = append(all, b.B2.Bases.Loaded())
	}
	for _, v := range b.InG1() {
		if v.Bases != nil {
			all = append(all, v.Bases.Loaded())
		}
	}
	return all
}

// warm allocates scratch memory for the MSMs of a proof.
func (b *Vectors[P1, P2, E]) warm() (err error) {
	for _, v := range b.onEngine() {
		err = errors.Join(err, v.Warm(v.Len(), 1, engine.DeviceScalars))
	}
	return err
}

// OnDevice says whether MSMs over at least one of the vectors run on a device.
func (b *Vectors[P1, P2, E]) OnDevice() bool {
	b.using.RLock()
	defer b.using.RUnlock()
	return b.B2.OnDevice() || slices.ContainsFunc(b.InG1(), (*Vector[P1, E]).OnDevice)
}

// Commit returns the MSM over the basis of a commitment.
func (b *Vectors[P1, P2, E]) Commit(commitment int, values []E) (P1, error) {
	b.using.RLock()
	defer b.using.RUnlock()
	return b.Commitments[commitment][0].MultiExp(values)
}

// Multiply begins the computation of all vectors' multiples on the device. Once they are computed,
// the points that the vectors were copied from are freed there.
func (b *Vectors[P1, P2, E]) Multiply() (err error) {
	b.using.RLock()
	defer b.using.RUnlock()
	for _, v := range b.onEngine() {
		err = errors.Join(err, v.Multiply())
	}
	b.made.CloseOn(b.field.Engine())
	return err
}

// Close waits for the MSMs under way and frees the device's memory. MSMs over the vectors send the
// points along afterwards.
func (b *Vectors[P1, P2, E]) Close() error {
	b.using.Lock()
	defer b.using.Unlock()
	err := b.B2.close()
	for _, v := range b.InG1() {
		err = errors.Join(err, v.close())
	}
	return err
}
