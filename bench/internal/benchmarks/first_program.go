package benchmarks

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/logbook"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"golang.org/x/sync/errgroup"
)

// firstProgram reads files, makes a proof and verifies it. Both programs read all files beside each
// other.
type firstProgram struct {
	variant
	folder  string // of the files
	backend proving.Backend
	scheme  *proving.Scheme
	curve   ecc.ID

	system       constraint.ConstraintSystem
	keys         proving.Keys
	full, public witness.Witness
	stdout       io.Writer

	mu       sync.Mutex // guards the parts
	timeline timeline
}

// run runs the program. It prints a line when the proof was verified, and then the timeline.
func (p *firstProgram) run(stdout io.Writer) error {
	p.stdout = stdout
	p.timeline = timeline{Main: time.Now(), Parts: map[string]float64{}}
	var book logbook.Book
	logger.Set(book.Logger())
	p.keys, p.system = p.scheme.NewKeys(p.curve), p.scheme.NewSystem(p.curve)
	var err error
	switch p.of {
	case results.Ours:
		err = p.ours()
	case results.Gnark:
		err = p.gnarks()
	default:
		err = fmt.Errorf("program %q; there are ours and gnark", p.of)
	}
	if err != nil {
		return err
	}
	for _, check := range book.Entries("proving key checked") {
		p.timeline.Parts[keyChecks] += check.Number("took")
	}
	return json.NewEncoder(stdout).Encode(&p.timeline)
}

func (p *firstProgram) gnarks() error {
	if err := p.readAll(); err != nil {
		return err
	}
	return p.proof(p.scheme.Gnarks)
}

// The keys of programs that call Prove alone.
const (
	bothKeys        = "with-the-verifying-key"
	provingKeyAlone = "trusting-the-proving-key"
)

// keyChecks is the part of the timeline that finds unsafe keys. It is within the loading of the
// key, or beside the solver.
const keyChecks = "key checks"

// secondProof is the part of the timeline that comes after the first proof.
const secondProof = "second proof"

// dropIn is gnark's program but for its calls of Prove, of which there are two.
func (p *firstProgram) dropIn() error {
	var options []backend.ProverOption
	if p.only == bothKeys {
		options = append(options,
			accelerated.WithVerifyingKey(p.keys.Verifying.(groth16.VerifyingKey)))
	}
	if err := p.readAll(); err != nil {
		return err
	}
	prove := func(ccs constraint.ConstraintSystem, k proving.Keys, full witness.Witness,
		_ ...backend.ProverOption) (proving.Proof, error) {
		return p.scheme.Ours(ccs, k, full, options...)
	}
	if err := p.proof(prove); err != nil {
		return err
	}
	return p.part(secondProof, func() error {
		_, err := prove(p.system, p.keys, p.full)
		return err
	})()
}

func (p *firstProgram) readAll() error {
	var beside errgroup.Group
	beside.Go(func() error { return p.read(systemFile, p.system.ReadFrom) })
	beside.Go(p.readSmall)
	beside.Go(func() error { return p.read(provingFile, p.keys.Proving.ReadFrom) })
	return beside.Wait()
}

// ours opens the device and reads all files. Beside that the circuit is translated.
func (p *firstProgram) ours() (err error) {
	if p.only != "" {
		return p.dropIn()
	}
	var device, small, beside, solver errgroup.Group
	var engine *accel.Engine
	device.Go(p.part("opening the device", func() (err error) {
		engine, err = measure.Open(p.backend, measure.Quiet())
		return err
	}))
	small.Go(p.part("reading the witness", p.readSmall))
	beside.Go(func() error { return p.circuit(&solver) })
	beside.Go(func() error { return p.key(&device, &engine) })
	if err := errors.Join(beside.Wait(), small.Wait(), device.Wait()); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	loading := "loading the circuit"
	if p.kept != "" {
		loading = "loading key and circuit"
	}
	err = p.part(loading, func() error {
		return p.scheme.Attach(p.keys, proving.Loading{Engine: engine, Circuit: p.system})
	})()
	err = errors.Join(err, solver.Wait())
	if err != nil {
		return err
	}
	return p.proof(p.scheme.Ours)
}

// circuit reads the circuit, and begins to translate it.
func (p *firstProgram) circuit(solver *errgroup.Group) error {
	err := p.part("reading the circuit", func() error {
		if p.kept == "" {
			return p.read(systemFile, p.system.ReadFrom)
		}
		file, err := os.Open(filepath.Join(p.folder, systemFile))
		if err != nil {
			return err
		}
		_, err = solve.ReadSystem(p.kept, file, p.system)
		return errors.Join(err, file.Close())
	})()
	if err != nil {
		return err
	}
	solver.Go(p.part("translating the circuit", func() error {
		return solve.PrepareIn(p.kept, p.system)
	}))
	return nil
}

// key reads the proving key, and loads it onto the device. From a prepared folder it is read while
// the device opens.
func (p *firstProgram) key(device *errgroup.Group, engine **accel.Engine) error {
	how := proving.Loading{Folder: p.kept}
	if p.kept == "" {
		if err := device.Wait(); err != nil {
			return err
		}
		how.Engine, how.Attached = *engine, true
	}
	return p.part("reading the key", func() (err error) {
		file, err := os.Open(filepath.Join(p.folder, provingFile))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		return p.scheme.Read(file, p.keys.Proving, how)
	})()
}

// part returns a function that is a part of the timeline.
func (p *firstProgram) part(name string, f func() error) func() error {
	return func() error {
		took, err := measure.Time(f)()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.timeline.Parts[name] = results.Milliseconds(took)
		return err
	}
}

func (p *firstProgram) read(name string, from func(io.Reader) (int64, error)) error {
	return proving.ReadFile(filepath.Join(p.folder, name), from)
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

// proof makes a proof, has gnark verify it, and says so: the device is closed later.
func (p *firstProgram) proof(prove proving.Prove) error {
	var proof proving.Proof
	err := p.part("proving", func() (err error) {
		proof, err = prove(p.system, p.keys, p.full)
		return err
	})()
	if err != nil {
		return err
	}
	err = p.part("verifying", func() error {
		return p.scheme.Verify(proof, p.keys, p.public)
	})()
	if err == nil {
		_, err = fmt.Fprintln(p.stdout, "verified")
	}
	return err
}
