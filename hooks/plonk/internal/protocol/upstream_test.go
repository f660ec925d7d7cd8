package protocol_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"reflect"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/iop"
	gnark "github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/test/unsafekzg"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// numeratorInput is the type that gnark declares from v0.16.4 on, to the letter. But D stands for
// its domains, Q for pointers to its polynomials and E for its scalars.
type numeratorInput[D, Q, E any] struct {
	Domain0, Domain1           *D
	L, R, O, Z, Qk             Q
	Ql, Qr, Qm, Qo, S1, S2, S3 Q
	Qcp, Pi                    []Q
	Bl, Br, Bo, Bz             Q
	Alpha, Beta, Gamma         E
}

// gnarkAccelerator is the interface that gnark declares, to the letter.
type gnarkAccelerator[P, E, D, Q any] interface {
	MultiExp(bases []P, scalars []E) (P, error)
	ToCanonical(domain *D, p Q) error
	ComputeNumerator(in *numeratorInput[D, Q, E]) (Q, error)
}

// accelerator is one that has to be closed.
type accelerator[P, E, D, Q any] interface {
	gnarkAccelerator[P, E, D, Q]
	Close() error
}

// polynomial has methods of gnark-crypto's polynomials.
type polynomial[E, D, Q any] interface {
	comparable
	Clone(capacity ...int) Q
	ToCanonical(d *D, tasks ...int) Q
	ToRegular() Q
	Coefficients() []E
}

// gnarkTrace has the fields of gnark's type of that name.
type gnarkTrace[Q any] struct {
	Ql, Qr, Qm, Qo, Qk Q
	Qcp                []Q
	S1, S2, S3         Q
	S                  []int64
}

// upstream is gnark's PLONK over one curve: D are its domains, Q its polynomials.
type upstream[
	P, E comparable, S algebra.Scalar[E], D any, Q polynomial[E, D, Q], F comparable,
] struct {
	id    ecc.ID
	field *algebra.Field[E]
	g1    *algebra.Group[P, E]

	newAccelerator func(*accel.Engine, gnark.ProvingKey) (accelerator[P, E, D, Q], error)
	newKey         func() gnark.ProvingKey // without points
	key            func(gnark.ProvingKey) *protocol.Key[P, E]
	prove          func(
		constraint.ConstraintSystem, gnark.ProvingKey, witness.Witness,
	) (*protocol.Proof[P, E], error)
	trace         func(constraint.ConstraintSystem, *D) *gnarkTrace[Q]
	wires         func(solution any) [3][]E
	newDomain     func(n uint64) *D
	onOtherCoset  func(n uint64) *D
	domain        func(*D) *algebra.Domain[E]
	newPolynomial func(*[]E, F) Q
	form          func(iop.Basis, iop.Layout) F
	formOf        func(Q) F
	ratio         func(
		wires []Q, permutation []int64, beta, gamma E, form F, domain *D,
	) (Q, error)
}

func (u *upstream[P, E, S, D, Q, F]) curve() string { return u.field.Curve }

func (u *upstream[P, E, S, D, Q, F]) lagrange(values []E) Q {
	return u.newPolynomial(&values, u.form(iop.Lagrange, iop.Regular))
}

func (u *upstream[P, E, S, D, Q, F]) random(n int) []E {
	elements := make([]E, n)
	for i := range elements {
		if _, err := S(&elements[i]).SetRandom(); err != nil {
			panic(err)
		}
	}
	return elements
}

func (u *upstream[P, E, S, D, Q, F]) randomCanonical(n int) Q {
	coefficients := u.random(n)
	return u.newPolynomial(&coefficients, u.form(iop.Canonical, iop.Regular))
}

// polynomials returns all polynomials but the blinding ones.
func polynomials[D, Q, E any](in *numeratorInput[D, Q, E]) []Q {
	all := []Q{
		in.L, in.R, in.O, in.Z, in.Qk, in.Ql, in.Qr, in.Qm, in.Qo, in.S1, in.S2, in.S3,
	}
	return slices.Concat(all, in.Qcp, in.Pi)
}

func (u *upstream[P, E, S, D, Q, F]) accelerator(
	t *testing.T, pk gnark.ProvingKey,
) accelerator[P, E, D, Q] {
	t.Helper()
	acc, err := u.newAccelerator(hookstest.Engine(t), pk)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := acc.Close(); err != nil {
			t.Error(err)
		}
	})
	return acc
}

// gnarkProof is a proof of gnark's, and what gnark hands its accelerator on the way to it.
type gnarkProof[P, E, D, Q any] struct {
	proof *protocol.Proof[P, E]
	pk    gnark.ProvingKey
	key   *protocol.Key[P, E]
	in    numeratorInput[D, Q, E]
}

// gnarkProof proves with gnark, whose random numbers are all the same. It repeats the rounds up to
// the numerator.
func (u *upstream[P, E, S, D, Q, F]) gnarkProof(
	t *testing.T, circuit, assignment frontend.Circuit,
) *gnarkProof[P, E, D, Q] {
	t.Helper()
	defer randomness.Constant("numerator")()
	ccs := must(frontend.Compile(u.id.ScalarField(), scs.NewBuilder, circuit))(t)
	canonical, lagrange, err := unsafekzg.NewSRS(ccs)
	if err != nil {
		t.Fatal(err)
	}
	pk, _, err := gnark.Setup(ccs, canonical, lagrange)
	if err != nil {
		t.Fatal(err)
	}
	full := must(frontend.NewWitness(assignment, u.id.ScalarField()))(t)
	g := &gnarkProof[P, E, D, Q]{proof: must(u.prove(ccs, pk, full))(t), pk: pk, key: u.key(pk)}

	n := len(g.key.Lagrange)
	domain := u.newDomain(uint64(n))
	trace := u.trace(ccs, domain)
	system := ccs.(interface{ GetCommitments() constraint.Commitments })
	infos := system.GetCommitments().(constraint.PlonkCommitments)
	qk, pi := trace.Qk.Clone(), make([]Q, len(infos))
	public, _ := u.field.Elements(full.Vector())
	public = public[:ccs.GetNbPublicVariables()]
	copy(qk.Coefficients(), public)
	hint := func(_ *big.Int, in, out []*big.Int) error {
		i := in[0].Int64()
		values, blinding := make([]E, n), u.random(2)
		for j, value := range in[1:] {
			S(&values[len(public)+infos[i].Committed[j]]).SetBigInt(value)
		}
		values[len(public)+infos[i].CommitmentIndex] = blinding[0]
		values[len(public)+ccs.GetNbConstraints()-1] = blinding[1]
		pi[i] = u.lagrange(values)
		hash, err := u.field.Hash(u.g1.Marshal(&g.proof.Commitments[i]), []byte("BSB22-Plonk"), 1)
		qk.Coefficients()[len(public)+infos[i].CommitmentIndex] = hash[0]
		S(&hash[0]).BigInt(out[0])
		return err
	}
	id := solver.GetHintID(cs.Bsb22CommitmentComputePlaceholder)
	solution := u.wires(must(ccs.Solve(full, solver.OverrideHint(id, hint)))(t))

	alpha, beta, gamma := protocol.Challenges[P, E, S](
		u.g1, sha256.New(), g.key.Verifying, public, g.proof)
	l, r, o := u.lagrange(solution[0]), u.lagrange(solution[1]), u.lagrange(solution[2])
	wires := []Q{l.Clone(), r.Clone(), o.Clone()}
	form := u.form(iop.Lagrange, iop.Regular)
	g.in = numeratorInput[D, Q, E]{
		Domain0: domain, Domain1: u.newDomain(uint64(n * device.Blocks(n))),
		L: l, R: r, O: o, Qk: qk,
		Z:  must(u.ratio(wires, trace.S, beta, gamma, form, domain))(t),
		Ql: trace.Ql, Qr: trace.Qr, Qm: trace.Qm, Qo: trace.Qo,
		S1: trace.S1, S2: trace.S2, S3: trace.S3, Qcp: trace.Qcp, Pi: pi,
		Bl: u.randomCanonical(2), Br: u.randomCanonical(2),
		Bo: u.randomCanonical(2), Bz: u.randomCanonical(3),
		Alpha: alpha, Beta: beta, Gamma: gamma,
	}
	return g
}

// must returns a function that fails the test if there is an error, and returns the value
// otherwise.
func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// gnarksProofWithAccelerator goes on where gnark calls its accelerator. It expects the commitments
// to the quotient that gnark's proof has.
func (u *upstream[P, E, S, D, Q, F]) gnarksProofWithAccelerator(t *testing.T) {
	for name, test := range map[string][2]frontend.Circuit{
		"one product":       {&circuits.Product{}, &circuits.Product{X: 2, Y: 3, Z: 6}},
		"a cubic":           {&circuits.Cubic{}, &circuits.Cubic{X: 3, Y: 35}},
		"with a commitment": {&circuits.Committing{}, &circuits.Committing{X: 3, Y: 4, Z: 12}},
	} {
		t.Run(name, func(t *testing.T) {
			g := u.gnarkProof(t, test[0], test[1])
			if len(g.in.Qcp) != len(g.proof.Commitments) {
				t.Fatalf("%d selectors of commitments", len(g.in.Qcp))
			}
			acc := u.accelerator(t, g.pk)
			numerator, err := acc.ComputeNumerator(&g.in)
			if err != nil {
				t.Fatal(err)
			}
			values, large := numerator.Coefficients(), u.domain(g.in.Domain1)
			if u.formOf(numerator) != u.form(iop.LagrangeCoset, iop.BitReverse) ||
				len(values) != large.Len() {
				t.Fatalf("%d values in form %v", len(values), u.formOf(numerator))
			}
			divideByVanishing[E, S](values, large, len(g.key.Lagrange))
			if err := acc.ToCanonical(g.in.Domain1, numerator); err != nil {
				t.Fatal(err)
			}
			m := len(g.key.Lagrange) + 2
			for i, want := range g.proof.H {
				shard := numerator.Coefficients()[i*m : (i+1)*m]
				got, err := acc.MultiExp(g.key.Canonical[:m], shard)
				if err != nil || got != want {
					t.Errorf("shard %d of the quotient: %v, gnark has another commitment", i, err)
				}
			}
			nonzero := func(c E) bool { return !S(&c).IsZero() }
			if slices.ContainsFunc(numerator.Coefficients()[3*m:], nonzero) {
				t.Error("the quotient's degree is too high")
			}
		})
	}
}

// divideByVanishing divides bit-reversed values on a domain's coset by those of Xⁿ − 1.
func divideByVanishing[E any, S algebra.Scalar[E]](values []E, on *algebra.Domain[E], n int) {
	var one E
	S(&one).SetOne()
	for i := range values {
		var x, vanishing E
		index := bits.Reverse64(uint64(i)) >> (64 - bits.TrailingZeros(uint(len(values))))
		S(&x).Exp(on.Generator, new(big.Int).SetUint64(index))
		S(&x).Mul(&x, &on.Shift)
		S(&vanishing).Exp(x, big.NewInt(int64(n)))
		S(&vanishing).Sub(&vanishing, &one)
		S(&vanishing).Inverse(&vanishing)
		S(&values[i]).Mul(&values[i], &vanishing)
	}
}

// computeNumeratorRestores expects the polynomials in the form in which gnark goes on with them.
// They are coefficients of their own, that it may append to, and the blinding is as it was.
func (u *upstream[P, E, S, D, Q, F]) computeNumeratorRestores(t *testing.T) {
	g := u.gnarkProof(t, &circuits.Committing{}, &circuits.Committing{X: 3, Y: 4, Z: 12})
	in := &g.in
	var want []Q
	for _, p := range polynomials(in) {
		want = append(want, p.Clone().ToCanonical(in.Domain0).ToRegular())
	}
	blinding := []Q{in.Bl, in.Br, in.Bo, in.Bz}
	var blindingBefore []Q
	for _, b := range blinding {
		blindingBefore = append(blindingBefore, b.Clone())
	}
	numerator, err := u.accelerator(t, g.pk).ComputeNumerator(in)
	if err != nil {
		t.Fatal(err)
	}
	values := slices.Clone(numerator.Coefficients())
	check := func() {
		t.Helper()
		for i, p := range polynomials(in) {
			n := len(want[i].Coefficients())
			if u.formOf(p) != u.formOf(want[i]) ||
				!slices.Equal(p.Coefficients()[:n], want[i].Coefficients()) {
				t.Errorf("polynomial %d: not its coefficients", i)
			}
		}
		if !reflect.DeepEqual(blinding, blindingBefore) {
			t.Error("the blinding was modified")
		}
		if !slices.Equal(values, numerator.Coefficients()) {
			t.Error("the result shares memory")
		}
	}
	check()
	for _, p := range []Q{in.L, in.R, in.O, in.Z} {
		_ = append(p.Coefficients(), u.random(3)...)
	}
	check()
}

// computeNumeratorWithoutBlinding compares with the same input that is blinded by zero.
func (u *upstream[P, E, S, D, Q, F]) computeNumeratorWithoutBlinding(t *testing.T) {
	g := u.gnarkProof(t, &circuits.Cubic{}, &circuits.Cubic{X: 3, Y: 35})
	in, acc := &g.in, u.accelerator(t, g.pk)
	var none Q
	in.Bl, in.Br, in.Bo, in.Bz = none, none, none, none
	without, err := acc.ComputeNumerator(in)
	if err != nil {
		t.Fatal(err)
	}
	zero := make([]E, 2)
	in.Bl = u.newPolynomial(&zero, u.form(iop.Canonical, iop.Regular))
	in.Br, in.Bo, in.Bz = in.Bl, in.Bl, in.Bl
	with, err := acc.ComputeNumerator(in)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(with.Coefficients(), without.Coefficients()) {
		t.Error("zero is not nothing")
	}
}

func (u *upstream[P, E, S, D, Q, F]) invalidNumeratorInput(t *testing.T) {
	type input = numeratorInput[D, Q, E]
	acc := u.accelerator(t, u.newKey())
	if _, err := acc.ComputeNumerator(nil); !errors.Is(err, protocol.ErrInvalidInput) {
		t.Errorf("no input: got %v", err)
	}
	var none Q
	for name, damage := range map[string]func(in *input){
		"nothing":                  func(in *input) { *in = input{} },
		"no small domain":          func(in *input) { in.Domain0 = nil },
		"an empty domain":          func(in *input) { in.Domain0 = new(D) },
		"no large domain":          func(in *input) { in.Domain1 = nil },
		"a large domain too small": func(in *input) { in.Domain1 = u.newDomain(2) },
		"another coset": func(in *input) {
			in.Domain1 = u.onOtherCoset(u.domain(in.Domain1).Cardinality)
		},
		"no L":                  func(in *input) { in.L = none },
		"no Qcp":                func(in *input) { in.Qcp[0] = none },
		"Z too short":           func(in *input) { in.Z = u.randomCanonical(3) },
		"a selector without Pi": func(in *input) { in.Pi = nil },
		"blinding by values":    func(in *input) { in.Bo = u.lagrange(u.random(2)) },
		"a blinding too long":   func(in *input) { in.Bz = u.randomCanonical(1000) },
	} {
		t.Run(name, func(t *testing.T) {
			in := u.randomInput(8)
			before := slices.Clone(in.Ql.Coefficients())
			ql := in.Ql
			damage(in)
			p, err := acc.ComputeNumerator(in)
			if !errors.Is(err, protocol.ErrInvalidInput) || p != none {
				t.Errorf("got %v", err)
			}
			if !slices.Equal(ql.Coefficients(), before) {
				t.Error("the input was modified")
			}
		})
	}
}

// randomInput returns an input of random polynomials of n values, with one commitment.
func (u *upstream[P, E, S, D, Q, F]) randomInput(n int) *numeratorInput[D, Q, E] {
	p := func() Q { return u.lagrange(u.random(n)) }
	return &numeratorInput[D, Q, E]{
		Domain0: u.newDomain(uint64(n)), Domain1: u.newDomain(uint64(4 * n)),
		L: p(), R: p(), O: p(), Z: p(), Qk: p(),
		Ql: p(), Qr: p(), Qm: p(), Qo: p(), S1: p(), S2: p(), S3: p(),
		Qcp: []Q{p()}, Pi: []Q{p()},
		Bl: u.randomCanonical(2), Br: u.randomCanonical(2),
		Bo: u.randomCanonical(2), Bz: u.randomCanonical(3),
	}
}

// toCanonical compares with iop's method, for every form.
func (u *upstream[P, E, S, D, Q, F]) toCanonical(t *testing.T) {
	acc := u.accelerator(t, u.newKey())
	for _, n := range []int{2, 4, 16, 1024} {
		domain := u.newDomain(uint64(n))
		for name, form := range map[string]F{
			"values":                          u.form(iop.Lagrange, iop.Regular),
			"values, bit-reversed":            u.form(iop.Lagrange, iop.BitReverse),
			"values on a coset":               u.form(iop.LagrangeCoset, iop.Regular),
			"values on a coset, bit-reversed": u.form(iop.LagrangeCoset, iop.BitReverse),
			"coefficients":                    u.form(iop.Canonical, iop.Regular),
			"coefficients, in reversed order": u.form(iop.Canonical, iop.BitReverse),
		} {
			t.Run(fmt.Sprintf("%s of %d", name, n), func(t *testing.T) {
				values := append(make([]E, 0, n+3), u.random(n)...)
				p := u.newPolynomial(&values, form)
				want := p.Clone().ToCanonical(domain).ToRegular()
				if err := acc.ToCanonical(domain, p); err != nil {
					t.Fatal(err)
				}
				if u.formOf(p) != u.formOf(want) ||
					!slices.Equal(p.Coefficients(), want.Coefficients()) {
					t.Error("not what iop has")
				}
				if &values[0] != &p.Coefficients()[0] || cap(values) != n+3 {
					t.Error("moved elsewhere")
				}
			})
		}
	}
	var none Q
	if err := acc.ToCanonical(nil, u.lagrange(u.random(4))); !errors.Is(err,
		protocol.ErrInvalidInput) {
		t.Errorf("no domain: got %v", err)
	}
	if err := acc.ToCanonical(u.newDomain(4), none); !errors.Is(err, protocol.ErrInvalidInput) {
		t.Errorf("no polynomial: got %v", err)
	}
}

// toCanonicalOfOtherLengths takes fewer values than the domain has elements, as iop does, and no
// more.
func (u *upstream[P, E, S, D, Q, F]) toCanonicalOfOtherLengths(t *testing.T) {
	acc := u.accelerator(t, u.newKey())
	domain := u.newDomain(8)
	p := u.lagrange(u.random(4))
	want := p.Clone().ToCanonical(domain).ToRegular()
	if err := acc.ToCanonical(domain, p); err != nil {
		t.Fatal(err)
	}
	if u.formOf(p) != u.formOf(want) || !slices.Equal(p.Coefficients(), want.Coefficients()) {
		t.Error("fewer values: not the polynomial that iop has")
	}
	large := u.lagrange(u.random(16))
	form := u.formOf(large)
	if err := acc.ToCanonical(domain, large); !errors.Is(err, protocol.ErrInvalidInput) ||
		u.formOf(large) != form {
		t.Errorf("more values: got %v, in form %v", err, u.formOf(large))
	}
}

// upstreamSuite has the tests, which run over every curve.
type upstreamSuite interface {
	curve() string
	gnarksProofWithAccelerator(*testing.T)
	computeNumeratorRestores(*testing.T)
	computeNumeratorWithoutBlinding(*testing.T)
	invalidNumeratorInput(*testing.T)
	toCanonical(*testing.T)
	toCanonicalOfOtherLengths(*testing.T)
}

func each(t *testing.T, test func(upstreamSuite, *testing.T)) {
	for _, u := range upstreams {
		t.Run(u.curve(), func(t *testing.T) { test(u, t) })
	}
}

func TestGnarksProofWithAccelerator(t *testing.T) {
	each(t, upstreamSuite.gnarksProofWithAccelerator)
}

func TestComputeNumeratorRestores(t *testing.T) { each(t, upstreamSuite.computeNumeratorRestores) }

func TestComputeNumeratorWithoutBlinding(t *testing.T) {
	each(t, upstreamSuite.computeNumeratorWithoutBlinding)
}

func TestInvalidNumeratorInput(t *testing.T) { each(t, upstreamSuite.invalidNumeratorInput) }

func TestToCanonical(t *testing.T) { each(t, upstreamSuite.toCanonical) }

func TestToCanonicalOfOtherLengths(t *testing.T) {
	each(t, upstreamSuite.toCanonicalOfOtherLengths)
}
