package protocol

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// random is what a proof of a random circuit, which nothing satisfies, is made of.
type random[P, E comparable, S algebra.Scalar[E]] struct {
	*over[P, E, S]
	trace     *trace[P, E, S]
	wires     []E
	values    [3][]E // of L, R and O, made of the wires
	infos     constraint.PlonkCommitments
	committer committer[P, E, S]
	blinding  *blinding[E]
	public    []E
	filler    E
	config    settings.Settings
	// In the order of the rounds.
	gamma, beta, alpha, zeta, fold E
}

// newRandom returns a circuit of n rows with a number of commitments. It has one public input, and
// a wire that has one value.
func (o *over[P, E, S]) random(
	t *testing.T, n, commitments int, statistical bool,
) *random[P, E, S] {
	t.Helper()
	r := &random[P, E, S]{
		over: o, trace: o.domainTrace(n), public: o.elements(1), wires: o.elements(n + 2),
	}
	r.trace.rows = system.Rows{Public: 1, End: n - n/4}
	c := r.trace.columns
	for _, p := range []*[]E{&c.Ql, &c.Qr, &c.Qm, &c.Qo, &c.Qk} {
		*p = o.elements(n)
	}
	for i := range commitments {
		c.Qcp = append(c.Qcp, o.elements(n))
		r.committer.values = append(r.committer.values, o.elements(n))
		r.infos = append(r.infos, constraint.PlonkCommitment{CommitmentIndex: i % (n - 1)})
	}
	r.committer.infos, r.committer.hashes = r.infos, o.elements(commitments)
	r.trace.qkAtCommitments = o.elements(commitments)
	r.wires[1] = *new(E)
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
	onHost := o.accelerator(t, cpu(t), new(Key[P, E])).Field
	if err := r.trace.interpolateOnHost(onHost); err != nil {
		t.Fatal(err)
	}

	r.config.StatisticalZK = statistical
	var err error
	if r.blinding, err = draw[E, S](statistical); err != nil {
		t.Fatal(err)
	}
	c5 := o.elements(5)
	r.gamma, r.beta, r.alpha, r.zeta, r.fold = c5[0], c5[1], c5[2], c5[3], c5[4]
	return r
}

// traceOn is a trace with its polynomials on an engine.
type traceOn[P, E comparable, S algebra.Scalar[E]] struct {
	*trace[P, E, S]
	circuit *device.Circuit[E, S]
}

func (t *traceOn[P, E, S]) close() error { return t.circuit.Close() }

// on returns the trace for an engine, which is to be closed.
func (r *random[P, E, S]) on(t *testing.T, e *accel.Engine) *traceOn[P, E, S] {
	t.Helper()
	trace := *r.trace
	trace.rootOfUnity = r.Field.RootOfUnity
	circuit, err := trace.on(replicaOf(t, r.accelerator(t, e, new(Key[P, E]))).field())
	if err != nil {
		t.Fatal(err)
	}
	return &traceOn[P, E, S]{&trace, circuit}
}

// prover returns the prover of a proof before its first round, with all challenges known. For an
// engine with a device it starts from the wires.
func (r *random[P, E, S]) prover(
	t *testing.T, e *accel.Engine, trace *traceOn[P, E, S],
) *prover[P, E, S] {
	t.Helper()
	vk := &VerifyingKey[P, E]{CosetShift: trace.Domain.Shift}
	acc := r.accelerator(t, e, new(Key[P, E]))
	near, proof := replicaOf(t, acc), trace.circuit.Proof()
	p := &prover[P, E, S]{
		ctx: context.Background(), config: &r.config, key: &Key[P, E]{Verifying: vk},
		trace: trace.trace, public: r.public, filler: r.filler, committer: &r.committer,
		blinding:    r.blinding,
		accelerator: acc, site: near, replica: near,
		device: &onSite[P, E, S]{Proof: proof, close: proof.Close},
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
type result[E any] struct {
	Z, Shards, OpeningOfZ [][]E
	Evaluations           [6]E
	Qcp                   []E
	Linearised, Opening   [][]E
	Value                 E
}

// steps is the number of times that compute calls next.
const steps = 9

// compute does the computations of all rounds. Before each, next is called.
func (p *prover[P, E, S]) compute(fold E, next func()) (*result[E], error) {
	var r result[E]
	by := new(device.Linearisation[E])
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
			return errors.Join(session.Optional(p.permute()), p.get(&r.Z, p.accumulator()))
		},
		p.prepareQuotient,
		func() error { return errors.Join(p.quotient(), p.get(&r.Shards, p.quotientShards())) },
		p.evaluateAtZeta,
		func() error { return errors.Join(p.divideZ(), p.get(&r.OpeningOfZ, p.dividedZ())) },
		func() (err error) {
			*by = *p.linearisation()
			r.Value, err = p.linearise(by)
			linearised := polynomials[E]{device.Linearised(), func() ([][]E, error) {
				linearised, err := p.lineariseOnHost(by)
				return [][]E{linearised}, err
			}}
			return errors.Join(err, p.get(&r.Linearised, linearised))
		},
		func() error {
			return errors.Join(p.divideFolded(fold), p.get(&r.Opening, p.folded(by, fold)))
		},
	} {
		next()
		if err := step(); err != nil {
			return nil, err
		}
	}
	e := &p.evaluations
	r.Evaluations, r.Qcp = [6]E{e.L, e.R, e.O, e.S1, e.S2, e.zNext}, e.Qcp
	return &r, nil
}

// get fetches polynomials from the device, or else from the host.
func (p *prover[P, E, S]) get(to *[][]E, of polynomials[E]) (err error) {
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
func (r *random[P, E, S]) prove(
	t *testing.T, e *accel.Engine, trace *traceOn[P, E, S], failing int,
) *result[E] {
	t.Helper()
	p := r.prover(t, e, trace)
	defer p.leaveDevice()
	at := 0
	result, err := p.compute(r.fold, func() {
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
func compare[E any](t *testing.T, got, want *result[E]) {
	t.Helper()
	g, w := reflect.ValueOf(*got), reflect.ValueOf(*want)
	for i := range g.NumField() {
		if !reflect.DeepEqual(g.Field(i).Interface(), w.Field(i).Interface()) {
			t.Errorf("%s is not the CPU's", g.Type().Field(i).Name)
		}
	}
}

// rounds compares the device's rounds with the CPU's. The proofs are the first of a circuit, which
// leaves polynomials there, one that finds them, and one after they are gone.
func (o *over[P, E, S]) rounds(t *testing.T) {
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
			r := o.random(t, test.n, test.commitments, test.statistical)
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

// roundsAfterAFailure lets the device fail before each of the rounds in turn: the CPU goes on
// from there.
func (o *over[P, E, S]) roundsAfterAFailure(t *testing.T) {
	r := o.random(t, 8, 2, true)
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
