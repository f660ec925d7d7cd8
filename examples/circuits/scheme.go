package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"

	"github.com/gnark-accel/gnark-accel/accel"
)

// scheme is a proof system: gnark's own setup, prover and verifier, and our hook for the first two.
type scheme interface {
	name() string
	// builder makes the constraint systems of the scheme.
	builder() frontend.NewBuilder
	// supports says, without any work, whether the hook proves over the curve.
	supports(curve ecc.ID) error
	// setup makes keys on an engine, or for nil as gnark does.
	// It tells how far an engine is.
	setup(ccs constraint.ConstraintSystem, engine *accel.Engine, tell bar) (keys, error)
	// plan distributes a device's memory over the key and the proofs.
	plan(ccs constraint.ConstraintSystem, opts ...accel.Option) (*accel.MemoryPlan, error)
	// emptyKeys returns keys to be read.
	emptyKeys(curve ecc.ID) keys
}

// keys are the proving and the verifying key of one constraint system.
type keys interface {
	// attach loads the proving key onto the engine. It prepares what proofs of the system need.
	// release frees the key there.
	attach(engine *accel.Engine, ccs constraint.ConstraintSystem, tell bar) error
	release() error
	// prove is our prover, proveWithGnark gnark's.
	prove(ccs constraint.ConstraintSystem, full witness.Witness,
		opts ...backend.ProverOption) (proof, error)
	proveWithGnark(ccs constraint.ConstraintSystem, full witness.Witness,
		opts ...backend.ProverOption) (proof, error)
	// proveStream is our prover for many witnesses.
	proveStream(ctx context.Context, ccs constraint.ConstraintSystem, full <-chan witness.Witness,
		opts ...backend.ProverOption) iter.Seq2[proof, error]
	// in has a prepared folder; it comes before all else.
	in(folder string)
	// write and read use gnark's fast formats, which check nothing, unless there is a prepared
	// folder: then the proving key is read with all checks, or from the folder.
	write(provingKey, verifyingKey io.Writer) error
	read(provingKey, verifyingKey io.Reader) error
}

// proof is a proof that knows its verifying key.
type proof interface {
	// verify runs gnark's verifier.
	verify(public witness.Witness) error
}

// schemes are the proof systems that there is a hook for.
var schemes = []scheme{groth16Scheme{}, plonkScheme{}}

func schemeNames() []string {
	names := make([]string, len(schemes))
	for i, s := range schemes {
		names[i] = s.name()
	}
	return names
}

func lookupScheme(name string) (scheme, error) {
	if i := slices.Index(schemeNames(), name); i >= 0 {
		return schemes[i], nil
	}
	there := strings.Join(schemeNames(), ", ")
	return nil, fmt.Errorf("unknown scheme %q: there are %s", name, there)
}

// each returns the proofs of a stream with their verifying key.
func each[P any](proofs iter.Seq2[P, error], of func(P) proof) iter.Seq2[proof, error] {
	return func(yield func(proof, error) bool) {
		for p, err := range proofs {
			if !yield(of(p), err) {
				return
			}
		}
	}
}
