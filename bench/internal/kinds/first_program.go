package kinds

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"
)

// firstProgram reads files, makes a proof and verifies it. Both programs read all files beside each
// other.
type firstProgram struct {
	of      string // whose: ours or gnark
	folder  string // of the files
	backend host.Backend
	scheme  *proving.Scheme
	curve   ecc.ID

	system       constraint.ConstraintSystem
	keys         proving.Keys
	full, public witness.Witness
}

// run runs the program, and prints a line when the proof was verified.
func (p *firstProgram) run(stdout io.Writer) error {
	logger.Set(zerolog.Nop())
	p.keys, p.system = p.scheme.NewKeys(p.curve), p.scheme.NewSystem(p.curve)
	var err error
	switch p.of {
	case results.Ours:
		err = host.With(p.backend, p.ours, host.Quiet())
	case results.Gnark:
		err = p.gnarks()
	default:
		err = fmt.Errorf("program %q; there are ours and gnark", p.of)
	}
	if err == nil {
		_, err = fmt.Fprintln(stdout, "verified")
	}
	return err
}

func (p *firstProgram) gnarks() error {
	var beside errgroup.Group
	beside.Go(func() error { return p.read(systemFile, p.system.ReadFrom) })
	beside.Go(p.readSmall)
	beside.Go(func() error { return p.read(provingFile, p.keys.Proving.ReadFrom) })
	if err := beside.Wait(); err != nil {
		return err
	}
	return p.proof(p.scheme.Gnarks)
}

// ours also translates the circuit as soon as it is there.
func (p *firstProgram) ours(engine *accel.Engine) error {
	var beside errgroup.Group
	beside.Go(p.readSmall)
	beside.Go(func() error {
		if err := p.read(systemFile, p.system.ReadFrom); err != nil {
			return err
		}
		return solve.Prepare(p.system)
	})
	beside.Go(func() error {
		return p.read(provingFile, func(from io.Reader) (int64, error) {
			return 0, p.scheme.Read(from, p.keys.Proving, engine, true)
		})
	})
	if err := beside.Wait(); err != nil {
		return err
	}
	if err := p.scheme.Attach(p.keys, engine, p.system, nil); err != nil {
		return err
	}
	return p.proof(p.scheme.Ours)
}

func (p *firstProgram) read(name string, from func(io.Reader) (int64, error)) error {
	return readFile(filepath.Join(p.folder, name), from)
}

// readSmall reads the verifying key and the witness.
func (p *firstProgram) readSmall() (err error) {
	if p.full, err = witness.New(p.curve.ScalarField()); err != nil {
		return err
	}
	if p.public, err = witness.New(p.curve.ScalarField()); err != nil {
		return err
	}
	return errors.Join(p.read(verifyingFile, p.keys.Verifying.ReadFrom),
		p.read(fullFile, p.full.ReadFrom), p.read(publicFile, p.public.ReadFrom))
}

// proof makes a proof, and has gnark verify it.
func (p *firstProgram) proof(prove proving.Prove) error {
	proof, err := prove(p.system, p.keys, p.full)
	if err != nil {
		return err
	}
	return p.scheme.Verify(proof, p.keys, p.public)
}
