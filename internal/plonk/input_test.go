package plonk

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// input is the input of a proof.
type input struct {
	*Wires[fr.Element]
	wires      []fr.Element    // by number
	values     [3][]fr.Element // in the first wire fewer than there are rows
	challenges []fr.Element
}

// randomInput returns a circuit of n rows with a number of commitments, and the input of a
// proof. hooks/plonk compares the results with those of the CPU.
func randomInput(
	t testing.TB, n, commitments int,
) (p Polynomials[fr.Element], in input) {
	t.Helper()
	p.Domain, p.Step = newDomain(t, n)
	for _, column := range p.All() {
		*column = elements(n)
	}
	in.Wires = &Wires[fr.Element]{Public: elements(n / 2), Extra: elements(commitments)}
	in.challenges = elements(commitments + 7)[3:]
	wires := elements(n + 3)
	for i := range in.values {
		p.Wires[i] = make([]uint32, n)
		for row := range n {
			p.Wires[i][row] = uint32((5*row + i) % len(wires))
			in.values[i] = append(in.values[i], wires[p.Wires[i][row]])
		}
		copy(in.Blinding[i][:], elements(5)[3:])
	}
	in.values[0] = in.values[0][:n-1]
	in.challenges[0] = wires[p.Wires[0][n-1]] // the padding
	in.wires = wires
	for i := range commitments {
		p.Qcp, in.Pi = append(p.Qcp, elements(n)), append(in.Pi, elements(n))
		in.ExtraRows = append(in.ExtraRows, n-1-i)
	}
	return p, in
}

// sent is the number of elements that a proof of n rows with one commitment sends.
func sent(n int) int { return 2*n + 3 + n/2 }

// results does all computations of a proof and returns its values and vectors, one behind the
// other. The first error ends it.
func (in *input) results(t *testing.T, p *testProof) (results []fr.Element, err error) {
	t.Helper()
	c := in.challenges
	alpha, beta, gamma, zeta := c[0], c[1], c[2], c[3]
	by := &Linearisation[fr.Element]{
		Ql: alpha, Qr: beta, S3: gamma, Z: gamma, Quotient: beta, Point: zeta,
		Qcp: in.challenges[:len(in.Pi)], Blinding: &[2]fr.Element{alpha, beta},
	}
	linearised := single(func(m *memory) *cuda.Vector { return m.linearised })
	for _, round := range []struct {
		compute func() error
		gives   []Vectors
	}{
		{
			func() error { return p.SendWires(in.wires) },
			[]Vectors{Wire(0, 0, len(in.values[1])), Wire(1, 1, 2)},
		},
		{func() error { return p.InterpolateWires(in.Wires) }, nil},
		{func() error { return p.Accumulate(beta, gamma) }, []Vectors{Z()}},
		{func() error { return p.PrepareQuotient([3]fr.Element(in.challenges)) }, nil},
		{func() error { return p.Quotient(alpha, beta, gamma) }, []Vectors{Shards()}},
		{func() error {
			at, ofZ, err := p.Evaluate(zeta, alpha)
			if err == nil {
				results = append(results, at.L, at.R, at.O, at.S1, at.S2, ofZ)
				results = append(results, at.Qcp...)
			}
			return err
		}, []Vectors{DividedZ()}},
		{func() error { return p.Linearise(by) }, []Vectors{linearised, DividedZ()}},
		{
			func() error { return p.DivideFolded(alpha, zeta) },
			[]Vectors{DividedFolded(), DividedZ(), Shards()},
		},
	} {
		if err := round.compute(); err != nil {
			return nil, err
		}
		for _, v := range round.gives {
			vectors, err := p.Fetch(v)
			if err != nil || len(vectors) == 0 {
				t.Errorf("%d vectors, err = %v", len(vectors), err)
			}
			results = append(results, slices.Concat(vectors...)...)
		}
	}
	return results, nil
}

// cpu returns an engine without a device.
func cpu(t *testing.T) *accel.Engine {
	t.Helper()
	e, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}
