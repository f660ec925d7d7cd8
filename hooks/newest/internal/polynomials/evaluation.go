package polynomials

import (
	"errors"
	"math/big"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

type vector[E, D any, K comparable] = accel.Vector[E, D, K]

// evaluation computes a numerator on one coset of Domain0 after the other, in bit-reversed order.
// It stops at the first error.
type evaluation[E, D any, K comparable] struct {
	*numerator[E, D, K]
	on      *accel.Field[E, D, K]
	n       int
	vectors []*vector[E, D, K]
	err     error

	// polynomials has the coefficients of the polynomials of n values. blinds has the coefficients
	// of the blinding ones, in pieces of n.
	polynomials []*vector[E, D, K]
	blinds      [4][]*vector[E, D, K]
	x, ones     *vector[E, D, K] // the coefficients of X, and n times the coefficients of L₁

	wires                                [4]*vector[E, D, K] // the values of L, R, O and Z
	left, right, sum, term, factor, line *vector[E, D, K]
}

// evaluate sets the coefficients of the input's polynomials, and the numerator's values.
func evaluate[E, D any, K comparable](p *numerator[E, D, K], on *accel.Engine) (err error) {
	e := &evaluation[E, D, K]{numerator: p, on: p.onEngine(on), n: p.small.Len()}
	defer func() {
		e.close()
		err = e.err
	}()
	e.interpolate()
	e.prepare()
	shift, cosets := p.large.Shift, p.large.Len()/e.n
	for i := 0; i < cosets && e.err == nil; i++ {
		e.coset(shift)
		from := e.n * poly.Reversed(i, cosets) // bit-reversed order keeps each coset together
		e.do(e.sum.Download(p.values[from : from+e.n]))
		p.Mul(&shift, &shift, &p.large.Generator)
	}
	return e.err
}

func (e *evaluation[E, D, K]) do(errs ...error) {
	for _, err := range errs {
		if e.err == nil {
			e.err = err
		}
	}
}

// load returns a vector of elements, with zeros behind them, which the device writes.
func (e *evaluation[E, D, K]) load(elements []E) *vector[E, D, K] {
	v, err := load(e.on, e.n, elements)
	e.do(err)
	if err == nil {
		e.vectors = append(e.vectors, v)
	}
	return v
}

func (e *evaluation[E, D, K]) close() {
	for _, v := range append(e.vectors, e.polynomials...) {
		e.err = errors.Join(e.err, v.Close())
	}
}

// interpolate sends values and fetches coefficients. Memory for these is taken beside the copies,
// since it takes a processor as long to clear it.
func (e *evaluation[E, D, K]) interpolate() {
	e.polynomials = make([]*vector[E, D, K], len(e.Values))
	var tasks parallel.Tasks
	tasks.SetLimit(4) // while one is sent another returns
	tasks.Go(func() error {
		e.values = make([]E, e.large.Len())
		return nil
	})
	for i, values := range e.Values {
		tasks.Go(func() error {
			v, err := e.on.Load(values)
			if err != nil {
				return err
			}
			e.polynomials[i] = v
			e.coefficients[i] = make([]E, e.n, e.n+4) // gnark appends blinding to some
			return errors.Join(v.FFTInverse(e.Domain0, e.DIF), v.BitReverse(),
				v.Download(e.coefficients[i]))
		})
	}
	e.do(tasks.Wait())
}

func (e *evaluation[E, D, K]) prepare() {
	for i, b := range e.Blinding {
		e.blinds[i] = e.pieces(b)
	}
	var zero E
	e.ones, e.x = e.load([]E{e.One}), e.load([]E{zero, e.One})
	e.do(e.ones.FFT(e.Domain0, e.DIF))
	for i := range e.wires {
		e.wires[i] = e.load(nil)
	}
	e.left, e.right, e.sum = e.load(nil), e.load(nil), e.load(nil)
	e.term, e.factor, e.line = e.load(nil), e.load(nil), e.load(nil)
}

// pieces returns a polynomial's coefficients, n at a time.
func (e *evaluation[E, D, K]) pieces(p []E) (all []*vector[E, D, K]) {
	for ; len(p) > 0; p = p[min(e.n, len(p)):] {
		all = append(all, e.load(p[:min(e.n, len(p))]))
	}
	return all
}

// coset sets the sum to the numerator's values on the coset of a shift.
func (e *evaluation[E, D, K]) coset(shift E) {
	coset := e.Coset(shift)
	for i, wire := range e.wires {
		e.blinded(wire, i, shift)
		if i == atZ {
			e.do(e.left.Set(wire))
		}
		e.do(wire.FFT(coset, e.DIF, accel.OnCoset()))
	}
	e.Mul(&shift, &shift, &e.small.Generator)
	next := e.Coset(shift)
	e.do(e.left.FFT(next, e.DIF, accel.OnCoset()), e.right.Set(e.wires[atZ]))
	e.ordering(coset)
	e.local(coset)
	e.gate(coset)
}

// blinded sets P + B·(Xⁿ − 1) for one of the first four polynomials. It is reduced modulo Xⁿ − sⁿ.
func (e *evaluation[E, D, K]) blinded(to *vector[E, D, K], i int, shift E) {
	var power, factor E
	e.Exp(&power, &shift, big.NewInt(int64(e.n)))
	e.Sub(&factor, &power, &e.One)
	factors, vectors := []E{e.One}, []*vector[E, D, K]{e.polynomials[i]}
	for _, piece := range e.blinds[i] {
		factors, vectors = append(factors, factor), append(vectors, piece)
		e.Mul(&factor, &factor, &power)
	}
	e.do(to.Combine(factors, vectors))
}

// transform sets the values of a polynomial on a coset.
func (e *evaluation[E, D, K]) transform(to, coefficients *vector[E, D, K], coset *D) {
	e.do(to.Set(coefficients), to.FFT(coset, e.DIF, accel.OnCoset()))
}

// ordering begins with Z(ωX) on the left and Z on the right. It sets the sum to their difference.
func (e *evaluation[E, D, K]) ordering(coset *D) {
	e.transform(e.line, e.x, coset)
	slope := e.Beta
	for i, wire := range e.wires[:atZ] {
		e.transform(e.term, e.polynomials[atS1+i], coset)
		e.do(
			e.term.Combine([]E{e.One, e.Beta, e.Gamma}, []*vector[E, D, K]{wire, e.term, e.ones}),
			e.left.Mul(e.left, e.term),
			e.term.Combine([]E{e.One, slope, e.Gamma}, []*vector[E, D, K]{wire, e.line, e.ones}),
			e.right.Mul(e.right, e.term),
		)
		e.Mul(&slope, &slope, &e.large.Shift)
	}
	e.do(e.sum.Sub(e.left, e.right))
}

// local replaces the sum by α·(sum + α·(Z − 1)·L₁).
func (e *evaluation[E, D, K]) local(coset *D) {
	e.transform(e.factor, e.ones, coset)
	var square E
	e.Mul(&square, &e.Alpha, &e.Alpha)
	e.Mul(&square, &square, &e.small.CardinalityInverse)
	e.do(
		e.term.Sub(e.wires[atZ], e.ones),
		e.term.Mul(e.term, e.factor),
		e.sum.Combine([]E{e.Alpha, square}, []*vector[E, D, K]{e.sum, e.term}),
	)
}

// gate adds the gates to the sum.
func (e *evaluation[E, D, K]) gate(coset *D) {
	l, r, o := e.wires[atL], e.wires[atR], e.wires[atO]
	e.do(e.factor.Mul(l, r))
	e.add(atQm, e.factor, coset)
	e.add(atQl, l, coset)
	e.add(atQr, r, coset)
	e.add(atQo, o, coset)
	e.add(atQk, e.ones, coset)
	for j := range e.committed() {
		e.transform(e.factor, e.polynomials[atQcp+e.committed()+j], coset)
		e.add(atQcp+j, e.factor, coset)
	}
}

// add adds a selector times values on the coset.
func (e *evaluation[E, D, K]) add(selector int, values *vector[E, D, K], coset *D) {
	e.transform(e.term, e.polynomials[selector], coset)
	e.do(e.term.Mul(e.term, values), e.sum.Add(e.sum, e.term))
}
