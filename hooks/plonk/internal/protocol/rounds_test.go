package protocol

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// random is what a proof of a random circuit, which nothing satisfies, is made of.
type random struct {
	trace     *trace[g1, fr.Element, *fr.Element]
	wires     []fr.Element
	values    [3][]fr.Element // of L, R and O, made of the wires
	infos     constraint.PlonkCommitments
	committer committer[g1, fr.Element, *fr.Element]
	blinding  *blinding[fr.Element]
	public    []fr.Element
	filler    fr.Element
	config    settings.Settings
	// In the order of the rounds.
	gamma, beta, alpha, zeta, fold fr.Element
}

// newTraceOf returns a trace that has nothing but its domain.
func newTraceOf(n int) *trace[g1, fr.Element, *fr.Element] {
	t := &trace[g1, fr.Element, *fr.Element]{
		bare:    scheme.Field.Constants(uint64(n)),
		columns: new(system.Columns[fr.Element, *fr.Element]),
	}
	t.Domain, t.Points = scheme.Field.NewDomain(uint64(n)), make([]fr.Element, n)
	poly.Powers[fr.Element](t.Points, t.Domain.Generator)
	return t
}

// newRandom returns a circuit of n rows with a number of commitments. It has one public input, and
// a wire that has one value.
func newRandom(t *testing.T, n, commitments int, statistical bool) *random {
	t.Helper()
	r := &random{trace: newTraceOf(n), public: elements(1), wires: elements(n + 2)}
	r.trace.rows = system.Rows{Public: 1, End: n - n/4}
	c := r.trace.columns
	for _, p := range []*[]fr.Element{&c.Ql, &c.Qr, &c.Qm, &c.Qo, &c.Qk} {
		*p = elements(n)
	}
	for i := range commitments {
		c.Qcp = append(c.Qcp, elements(n))
		r.committer.values = append(r.committer.values, elements(n))
		r.infos = append(r.infos, constraint.PlonkCommitment{CommitmentIndex: i % (n - 1)})
	}
	r.committer.infos, r.committer.hashes = r.infos, elements(commitments)
	r.trace.qkAtCommitments = elements(commitments)
	r.wires[1] = fr.Element{}
	r.filler = r.wires[0]
	for i := range c.Wires {
		c.Wires[i] = make([]uint32, n)
		for row := range r.trace.rows.End {
			if c.Wires[i][row] = 1; i != 1 {
				c.Wires[i][row] = uint32(rand.IntN(len(r.wires)))
			}
		}
		for _, wire := range c.Wires[i] {
			r.values[i] = append(r.values[i], r.wires[wire])
		}
	}
	for _, target := range rand.Perm(3 * n) {
		c.Permutation = append(c.Permutation, uint32(target))
	}
	c.Label(r.trace.Points, r.trace.Domain.Shift)
	if err := r.trace.interpolateOnHost(scheme.Field); err != nil {
		t.Fatal(err)
	}

	r.config.StatisticalZK = statistical
	var err error
	if r.blinding, err = draw[fr.Element, *fr.Element](statistical); err != nil {
		t.Fatal(err)
	}
	c5 := elements(5)
	r.gamma, r.beta, r.alpha, r.zeta, r.fold = c5[0], c5[1], c5[2], c5[3], c5[4]
	return r
}

// traceOn is a trace with its polynomials on an engine.
type traceOn struct {
	*trace[g1, fr.Element, *fr.Element]
	circuit *device.Circuit[fr.Element, *fr.Element]
}

func (t *traceOn) close() error { return t.circuit.Close() }

// on returns the trace for an engine, which is to be closed.
func (r *random) on(t *testing.T, e *accel.Engine) *traceOn {
	t.Helper()
	trace := *r.trace
	trace.rootOfUnity = scheme.Field.RootOfUnity
	_, replica := newAccelerator(t, e, new(key))
	circuit, err := trace.on(replica.field())
	if err != nil {
		t.Fatal(err)
	}
	return &traceOn{&trace, circuit}
}

// prover returns the prover of a proof before its first round, with all challenges known. For an
// engine with a device it starts from the wires.
func (r *random) prover(
	t *testing.T, e *accel.Engine, trace *traceOn,
) *prover[g1, fr.Element, *fr.Element] {
	t.Helper()
	vk := &VerifyingKey[g1, fr.Element]{CosetShift: trace.Domain.Shift}
	acc, near := newAccelerator(t, e, new(key))
	proof := trace.circuit.Proof()
	p := &prover[g1, fr.Element, *fr.Element]{
		ctx: context.Background(), config: &r.config, key: &key{Verifying: vk},
		trace: trace.trace, public: r.public, filler: r.filler, committer: &r.committer,
		blinding: r.blinding, accelerator: acc, site: near, replica: near,
		device: &onSite[g1, fr.Element, *fr.Element]{Proof: proof, close: proof.Close},
		gamma:  r.gamma, beta: r.beta, alpha: r.alpha, zeta: r.zeta,
	}
	if len(e.Devices()) > 0 {
		p.wires = r.wires
	} else {
		p.values = r.values
	}
	return p
}

// result is all that the rounds compute but for commitments.
type result struct {
	Z, Shards, OpeningOfZ [][]fr.Element
	Evaluations           [6]fr.Element
	Qcp                   []fr.Element
	Linearised, Opening   [][]fr.Element
	Value                 fr.Element
}

// steps is the number of times that compute calls next.
const steps = 9

// compute does the computations of all rounds. Before each, next is called.
func compute(
	p *prover[g1, fr.Element, *fr.Element], fold fr.Element, next func(),
) (*result, error) {
	var r result
	by := new(device.Linearisation[fr.Element])
	for _, step := range []func() error{
		func() error {
			failures := []error{p.sendWires()}
			for wire := range p.values {
				failures = append(failures, p.sendWire(wire))
			}
			return errors.Join(failures...)
		},
		p.interpolateWires,
		func() error {
			return errors.Join(session.Optional(p.permute()), get(p, &r.Z, p.accumulator()))
		},
		p.prepareQuotient,
		func() error { return errors.Join(p.quotient(), get(p, &r.Shards, p.quotientShards())) },
		p.evaluateAtZeta,
		func() error { return errors.Join(p.divideZ(), get(p, &r.OpeningOfZ, p.dividedZ())) },
		func() (err error) {
			*by = *p.linearisation()
			r.Value, err = p.linearise(by)
			onHost := func() ([][]fr.Element, error) {
				linearised, err := p.lineariseOnHost(by)
				return [][]fr.Element{linearised}, err
			}
			linearised := polynomials[fr.Element]{device.Linearised(), onHost}
			return errors.Join(err, get(p, &r.Linearised, linearised))
		},
		func() error {
			return errors.Join(p.divideFolded(fold), get(p, &r.Opening, p.folded(by, fold)))
		},
	} {
		next()
		if err := step(); err != nil {
			return nil, err
		}
	}
	e := &p.evaluations
	r.Evaluations, r.Qcp = [6]fr.Element{e.L, e.R, e.O, e.S1, e.S2, e.zNext}, e.Qcp
	return &r, nil
}

// get fetches polynomials from the device, or else from the host.
func get(
	p *prover[g1, fr.Element, *fr.Element], to *[][]fr.Element, of polynomials[fr.Element],
) error {
	vectors, err := p.device.Fetch(of.onDevice)
	if errors.Is(err, session.ErrOnCPU) {
		vectors, err = of.onHost()
	}
	for _, v := range vectors {
		*to = append(*to, slices.Clone(v))
	}
	return err
}

// prove does all rounds on an engine. The device fails before one of them; never if that is
// negative.
func (r *random) prove(t *testing.T, e *accel.Engine, trace *traceOn, failing int) *result {
	t.Helper()
	p := r.prover(t, e, trace)
	defer p.leaveDevice()
	at := 0
	result, err := compute(p, r.fold, func() {
		if at == failing {
			p.leaveDevice()
		}
		at++
	})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// compare says which results are not the same.
func compare(t *testing.T, got, want *result) {
	t.Helper()
	g, w := reflect.ValueOf(*got), reflect.ValueOf(*want)
	for i := range g.NumField() {
		if !reflect.DeepEqual(g.Field(i).Interface(), w.Field(i).Interface()) {
			t.Errorf("%s is not the CPU's", g.Type().Field(i).Name)
		}
	}
}

// TestRounds compares the device's rounds with the CPU's. The proofs are the first of a circuit,
// which leaves polynomials there, one that finds them, and one after they are gone.
func TestRounds(t *testing.T) {
	e := hookstest.Engine(t)
	onDevice := uint64(0)
	for _, test := range []struct {
		n, commitments int
		statistical    bool
	}{
		{2, 0, false}, {2, 1, true}, {4, 0, true}, {4, 2, false}, {8, 1, true},
		{16, 8, true},  // more polynomials than the device adds up at once
		{16, 9, false}, // more commitments than the device takes
		{2048, 1, true},
	} {
		t.Run(fmt.Sprintf("%+v", test), func(t *testing.T) {
			r := newRandom(t, test.n, test.commitments, test.statistical)
			without := cpu(t)
			want := r.prove(t, without, r.on(t, without), -1)
			trace := r.on(t, e)
			for range 2 {
				compare(t, r.prove(t, e, trace, -1), want)
			}
			for range 2 {
				if err := trace.close(); err != nil {
					t.Error(err)
				}
			}
			compare(t, r.prove(t, e, trace, -1), want)
			if test.commitments <= 8 {
				onDevice += 3 * steps
			}
		})
	}
	s, some := e.Statistics(), len(e.Devices()) > 0
	if some && (s.DeviceComputations < onDevice || s.Failures != 0) {
		t.Errorf("fewer than %d computations on the device: %+v", onDevice, s)
	}
}

// TestRoundsAfterAFailure lets the device fail before each of the rounds in turn: the CPU goes on
// from there.
func TestRoundsAfterAFailure(t *testing.T) {
	r := newRandom(t, 8, 2, true)
	without, e := cpu(t), hookstest.Engine(t)
	want := r.prove(t, without, r.on(t, without), -1)
	trace := r.on(t, e)
	defer trace.close()
	for failing := range steps {
		before := e.Statistics().DeviceComputations
		t.Run(fmt.Sprint(failing), func(t *testing.T) {
			compare(t, r.prove(t, e, trace, failing), want)
		})
		done := e.Statistics().DeviceComputations - before
		if len(e.Devices()) > 0 && done < uint64(failing) {
			t.Errorf("%d rounds on the device, expected %d", done, failing)
		}
	}
}
