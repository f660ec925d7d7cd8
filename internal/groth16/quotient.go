package groth16

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Values are the polynomials a, b and c of a proof, by their values. They are values on a domain,
// where a·b = c. There is one value a constraint, at most as many as the domain has elements; the
// values that lack are zero. C is not sent to a device.
type Values[E any] struct {
	Domain  *curve.Domain[E]
	A, B, C []E
}

// Check refuses domains of no size, and values that do not fit. A, B and C must fit the domain and
// each other. The functions of this package expect values that it accepts.
func (v *Values[E]) Check() error {
	n := v.Domain.Len()
	if n < 1 || n&(n-1) != 0 {
		return fmt.Errorf("a domain of %d elements, which is no power of two", n)
	}
	if len(v.A) > n || len(v.B) != len(v.A) || len(v.C) != len(v.A) {
		return fmt.Errorf("%d, %d and %d values on a domain of %d", len(v.A), len(v.B), len(v.C), n)
	}
	return nil
}

// reserveQuotient reserves device memory for one quotient at a time. Its domain has n elements.
// Bases that are loaded later leave the memory, and are sent along with each MSM if need be. That
// takes less time than a quotient on the CPU. Points that were made give way. It also loads the
// field's kernels and pins buffers.
func reserveQuotient(f *engine.Field, n int, made *engine.Made) error {
	if n < 2 {
		return nil
	}
	tables := cuda.DomainBytes(f.Descriptor(), bits.TrailingZeros(uint(n)), 1)
	bytes := tables + f.Bytes(engine.LengthOf(quotientLengths(n)))
	if err := f.Reserve("quotient", n, bytes, made); err != nil {
		return engine.Optional(err)
	}
	return f.Warm("quotient", n)
}

// ComputeQuotient returns H = (a·b − c)/(Xⁿ − 1) for a domain of n elements. It has n coefficients
// in bit-reversed order, of which the last is zero. The values do not change.
func ComputeQuotient[E any](f *engine.Field, v *Values[E]) (h []E, err error) {
	n := v.Domain.Len()
	if n < 2 {
		return nil, engine.ErrOnCPU
	}
	err = f.Compute("quotient", n, v.bytes(f), func(w *cuda.Workspace) error {
		h = make([]E, n)
		use := func(w *cuda.Workspace, q *quotientVectors) error {
			return w.Download(raw.Bytes(h), q.abc[0])
		}
		return quotientOn(w, f, v.Domain, v.upload, use)
	})
	if err != nil {
		return nil, err
	}
	return h, nil
}

// quotientMSM returns the MSM over a key's vector Z with the first coefficients of
// [ComputeQuotient]. On engine.ErrOnCPU the device gave neither the quotient nor the MSM.
func quotientMSM[P, E any](
	ctx context.Context, f *engine.Field, z *Vector[P, E], v *Values[E], beyond *Coefficients[E],
) (sum P, err error) {
	if v.Domain.Len() < 2 {
		return sum, engine.ErrOnCPU
	}
	return msmOverZ(ctx, f, z, &quotientSteps[E]{
		domain: v.Domain, bytesUp: v.bytes(f), beyond: beyond, set: v.upload,
	})
}

// quotientSteps are the steps of a quotient whose coefficients do not leave the device. Only those
// beyond the points of Z leave it, if they are asked for.
type quotientSteps[E any] struct {
	domain  *curve.Domain[E]
	bytesUp uint64 // that set sends
	beyond  *Coefficients[E]
	set     onQuotient // the first step; it may be called twice, for want of memory
	wrong   []E        // for [quotientVectors.wrong], or nil
}

// msmOverZ returns the MSM over a key's Z with a quotient's first coefficients. Once the context is
// cancelled the error wraps [cuda.ErrStopped].
func msmOverZ[P, E any](
	ctx context.Context, f *engine.Field, z *Vector[P, E], q *quotientSteps[E],
) (sum P, err error) {
	n := q.domain.Len()
	c := engine.Computation{Name: "quotient", Size: n, BytesUp: q.bytesUp}
	compute := func(w *cuda.Workspace, msm *engine.ComputedMSM) error {
		use := func(w *cuda.Workspace, v *quotientVectors) error {
			if err := download(q.domain.Field, q.beyond, w, v); err != nil {
				return err
			}
			err := msm.Run(v.abc[0].Slice(0, z.met(n)))
			if err != nil || q.wrong == nil {
				return err
			}
			return w.Download(raw.Bytes(q.wrong), v.wrong)
		}
		return quotientOn(w, f, q.domain, q.set, use)
	}
	result, err := z.Bases.MultiExpComputed(ctx, f, c, compute)
	if err != nil {
		return sum, err
	}
	return *result, nil
}

// bytes is the number of bytes that go to the device.
func (v *Values[E]) bytes(f *engine.Field) uint64 { return f.Bytes(2 * len(v.A)) }

// upload sends a and b, and multiplies them.
func (v *Values[E]) upload(w *cuda.Workspace, to *quotientVectors) error {
	a, b := to.abc[0], to.abc[1]
	w.Upload(a.Slice(0, len(v.A)), raw.Bytes(v.A))
	w.Upload(b.Slice(0, len(v.B)), raw.Bytes(v.B))
	w.Multiply(to.abc[2], a, b)
	return w.Err()
}

// onQuotient is a step of a quotient's computation.
type onQuotient func(*cuda.Workspace, *quotientVectors) error

// quotientVectors are the vectors that a quotient is computed in.
type quotientVectors struct {
	piece *cuda.Vector   // all of them, in this order
	abc   []*cuda.Vector // three, of the domain's length
	wrong *cuda.Vector   // one element
	sums  *cuda.Vector   // sums of the pieces of long rows, if there are few pieces
}

// quotientLengths are the lengths of the vectors. The last one has room for n/32 pieces of long
// rows.
func quotientLengths(n int) []int { return []int{n, n, n, 1, n / 32} }

// quotientOn computes the quotient with a workspace, and has it used before it ends. The quotient
// is in the place of a. It calls set to have a, b and c set, which are zero before.
//
// On the coset gD, where Xⁿ = gⁿ, the product a·b agrees with a polynomial of degree below n.
// Interpolation there gives H·(gⁿ − 1) + c. The coefficients of c are known, and are subtracted
// from the result's: six transforms in all. The CPU computes it in the same way.
func quotientOn[E any](
	w *cuda.Workspace, f *engine.Field, domain *curve.Domain[E],
	set, use onQuotient,
) error {
	d, err := engine.DomainOn(w, f, domain)
	if err != nil {
		return err
	}
	defer d.Close()
	lengths := quotientLengths(domain.Len())
	piece, err := w.Vector(f.Descriptor(), engine.LengthOf(lengths))
	if err != nil {
		return err
	}
	cuts := engine.Cut(piece, lengths)
	q := &quotientVectors{piece, cuts[:3], cuts[3], cuts[4]}
	if err := set(w, q); err != nil {
		return err
	}
	abc, a, b, c := q.abc, q.abc[0], q.abc[1], q.abc[2]

	coset := cosetOf(domain)
	toCoset := cuda.Transform{Decimation: cuda.Time, Coset: coset}
	fromCoset := cuda.Transform{Inverse: true, Coset: coset}
	w.Transform(d, cuda.Transform{Inverse: true}, abc, abc)
	w.Transform(d, toCoset, abc[:2], abc[:2])
	w.Multiply(a, a, b)
	w.Transform(d, fromCoset, abc[:1], abc[:1])

	inverse := InverseOnCoset(domain)
	var negative E
	domain.Field.Neg(&negative, &inverse)
	factors := [][]uint64{raw.Words(&inverse), raw.Words(&negative)}
	w.Combine(a, factors, []*cuda.Vector{a, c})
	if err := w.Err(); err != nil {
		return err
	}
	return use(w, q)
}

// InverseOnCoset returns 1/(gⁿ − 1), the inverse of the vanishing polynomial on the coset gD.
func InverseOnCoset[E any](domain *curve.Domain[E]) E {
	v := domain.Vanishing(domain.Shift)
	return *domain.Field.Inverse(&v, &v)
}

// warmTables makes the tables of a quotient's transforms. They stay as long as nothing else needs
// their memory.
func warmTables[E any](w *cuda.Workspace, f *engine.Field, domain *curve.Domain[E]) error {
	d, err := engine.DomainOn(w, f, domain)
	if err != nil {
		return err
	}
	defer d.Close()
	coset := cosetOf(domain)
	w.Transform(d, cuda.Transform{Decimation: cuda.Time, Coset: coset}, nil, nil)
	w.Transform(d, cuda.Transform{Inverse: true, Coset: coset}, nil, nil)
	return w.Wait()
}

// cosetOf is the coset on which the domain's transforms are gnark-crypto's.
func cosetOf[E any](domain *curve.Domain[E]) *cuda.Coset {
	return &cuda.Coset{Shift: raw.Words(&domain.Shift),
		Inverse: raw.Words(&domain.ShiftInverse)}
}
