package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/consensys/gnark/backend"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// prove makes and verifies the proofs, and fills the table.
func (p *program) prove() (err error) {
	if p.engine, err = p.open(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.engine.Close()) }()
	for _, device := range p.engine.Devices() {
		p.tell("device: %s", device.Name)
	}
	if err := p.step("compile", p.compile); err != nil {
		return err
	}
	if err := p.makeKeys(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.scheme.Release(p.keys)) }()
	if err := p.step("key load", p.attach); err != nil {
		return err
	}
	if err := p.makeProofs(); err != nil {
		return err
	}
	p.describeUse()
	return nil
}

// open opens the engine. With -backend cuda it is strict: each failure of a device is an error.
func (p *program) open() (*accel.Engine, error) {
	options := append(proving.EngineOptions(p.memoryLimit, p.devices, p.minSize),
		accel.WithLogger(p.log))
	switch p.backend {
	case proving.CPU:
		options = append(options, accel.WithoutDevice())
	case proving.CUDA:
		options = append(options, accel.WithStrict())
	}
	engine, err := accel.Open(options...)
	if err != nil {
		return nil, fmt.Errorf("no device for -backend %s: %w", p.backend, err)
	}
	return engine, nil
}

// build compiles the circuit, with its witness.
func (p *program) build() (err error) {
	var options []catalog.Option
	if p.size > 0 {
		options = append(options, catalog.WithSize(p.size))
	}
	p.made, err = catalog.Compile(p.circuit, p.curve, p.constraints, p.scheme.Builder, options...)
	return err
}

func (p *program) compile() error {
	if err := p.build(); err != nil {
		return err
	}
	p.row("circuit", "%s, %s; %s over %s", p.circuit.Name(), p.made.Size, p.scheme.Name,
		catalog.CurveName(p.curve))
	p.row("constraints", "%d", p.made.System.GetNbConstraints())
	return nil
}

// attach loads the proving key onto the device. Groth16's circuit is loaded by the first proof,
// while its solver runs, unless it is prepared.
func (p *program) attach() error {
	how := proving.Loading{Engine: p.engine, Circuit: p.made.System, Folder: p.prepared}
	if p.scheme.Name == proving.Groth16 && p.prepared == "" {
		how.Circuit = nil
	}
	return p.scheme.Attach(p.keys, how)
}

// makeProofs makes and verifies all proofs, with -compare ours and gnark's interleaved.
func (p *program) makeProofs() error {
	var ours, gnarks []time.Duration
	for i := range p.proofs {
		took, err := p.proof(p.scheme.Ours)
		if err != nil {
			return fmt.Errorf("proof %d: %w", i+1, err)
		}
		ours = append(ours, took)
		p.tell("proof %d of %d: %v, verified", i+1, p.proofs, rounded(took))
		if !p.compare {
			continue
		}
		if took, err = p.proof(p.scheme.Gnarks); err != nil {
			return fmt.Errorf("gnark's proof %d: %w", i+1, err)
		}
		gnarks = append(gnarks, took)
		p.tell("gnark's proof %d of %d: %v, verified", i+1, p.proofs, rounded(took))
	}
	p.row("prove", "first %v, median %v", rounded(ours[0]), rounded(median(ours)))
	verified := fmt.Sprintf("%d/%d", len(ours), p.proofs)
	if p.compare {
		p.row("gnark's prove", "median %v", rounded(median(gnarks)))
		p.row("speed-up", "%.2f", float64(median(gnarks))/float64(median(ours)))
		verified += fmt.Sprintf(", gnark's %d/%d", len(gnarks), p.proofs)
	}
	p.row("verified", "%s", verified)
	return nil
}

// proof makes one proof, has gnark verify it, and returns the time of the former.
func (p *program) proof(prove proving.Prove) (time.Duration, error) {
	var options []backend.ProverOption
	if p.statisticalZK {
		options = append(options, backend.WithStatisticalZeroKnowledge())
	}
	runtime.GC()
	start := time.Now()
	proof, err := prove(p.made.System, p.keys, p.made.Full, options...)
	took := time.Since(start)
	if err != nil {
		return 0, err
	}
	if err := p.scheme.Verify(proof, p.keys, p.made.Public); err != nil {
		return 0, fmt.Errorf("a proof did not verify: %w", err)
	}
	return took, nil
}

// median of at least one duration; the lower one of two in the middle.
func median(all []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(all))[(len(all)-1)/2]
}

// step runs a step, tells of it, and adds its time to the table.
func (p *program) step(name string, do func() error) error {
	p.tell("%s ...", name)
	start := time.Now()
	if err := do(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	took := rounded(time.Since(start))
	p.tell("%s: %v", name, took)
	p.row(name, "%v", took)
	return nil
}

// row adds a row to the table.
func (p *program) row(label, format string, args ...any) {
	fmt.Fprintf(p.table, "%s\t%s\n", label, fmt.Sprintf(format, args...))
}

// tell writes a line to standard error.
func (p *program) tell(format string, args ...any) {
	_, _ = fmt.Fprintf(p.progress, format+"\n", args...)
}
