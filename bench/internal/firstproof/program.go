// Package firstproof has the programs whose first proofs are timed.
//
// It imports no circuits: what is done before main is part of the time, and the packages of gnark's
// elliptic curves do much there.
package firstproof

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
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
	"golang.org/x/sync/errgroup"
)

// Names of the files in the folder of a program, all of gnark's formats.
const (
	SystemFile    = "circuit.system"
	ProvingFile   = "proving.key"
	VerifyingFile = "verifying.key"
	WitnessFile   = "full.witness"
)

// Program reads files, makes a proof and has gnark verify it. Ours and gnark's read all files
// beside each other.
type Program struct {
	Of             string // [results.Ours] or [results.Gnark]
	Scheme         string
	Curve          ecc.ID
	Backend        proving.Backend
	Files          string // their folder
	PreparedFolder string // or none
}

// Timeline says how long the parts of a program took, which run beside each other.
type Timeline struct {
	Main     time.Time          // when all that comes before main was done
	Verified time.Time          // when gnark had verified the proof
	Parts    map[string]float64 // in milliseconds
}

// Run runs the [Program] that a text in JSON has. It writes the [Timeline] as JSON.
func Run(program string, to io.Writer) error {
	r := &running{timeline: Timeline{Main: time.Now(), Parts: map[string]float64{}}}
	if err := json.Unmarshal([]byte(program), &r.Program); err != nil {
		return fmt.Errorf("-program: %w", err)
	}
	if err := r.run(); err != nil {
		return err
	}
	return json.NewEncoder(to).Encode(&r.timeline)
}

// running is a program under way.
type running struct {
	Program
	scheme *proving.Scheme

	system       constraint.ConstraintSystem
	keys         proving.Keys
	full, public witness.Witness
	engine       *accel.Engine // of ours

	mu       sync.Mutex // guards the parts
	timeline Timeline
}

func (p *running) run() (err error) {
	if p.scheme, err = proving.Lookup(p.Scheme); err != nil {
		return err
	}
	var book logbook.Book
	logger.Set(book.Logger())
	p.keys, p.system = p.scheme.NewKeys(p.Curve), p.scheme.NewSystem(p.Curve)
	if p.full, err = witness.New(p.Curve.ScalarField()); err != nil {
		return err
	}
	switch p.Of {
	case results.Ours:
		err = p.ours()
	case results.Gnark:
		err = p.gnarks()
	default:
		err = fmt.Errorf("program %q; there are ours and gnark", p.Of)
	}
	if err != nil {
		return err
	}
	// It is within the loading of the key, or beside the solver.
	for _, check := range book.Entries("proving key checked") {
		p.timeline.Parts["key checks"] += check.Number("took")
	}
	return nil
}

func (p *running) gnarks() error {
	var beside errgroup.Group
	beside.Go(func() error { return p.read(SystemFile, p.system.ReadFrom) })
	beside.Go(p.readSmall)
	beside.Go(func() error { return p.read(ProvingFile, p.keys.Proving.ReadFrom) })
	if err := beside.Wait(); err != nil {
		return err
	}
	return p.proof(p.scheme.Gnarks)
}

// ours opens the device and reads all files. Beside that the circuit is translated.
func (p *running) ours() (err error) {
	var device, files, solver errgroup.Group
	device.Go(func() error {
		return p.part("opening the device", func() (err error) {
			p.engine, err = measure.Open(p.Backend)
			return err
		})
	})
	files.Go(func() error { return p.part("reading the witness", p.readSmall) })
	files.Go(func() error { return p.circuit(&solver) })
	files.Go(func() error { return p.key(&device) })
	if err := errors.Join(files.Wait(), device.Wait()); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.engine.Close()) }()
	how := proving.Loading{Engine: p.engine}
	if p.PreparedFolder != "" { // otherwise the proof does so beside a longer solution
		how.Circuit = p.system
	}
	err = p.part("loading key and circuit", func() error { return p.scheme.Attach(p.keys, how) })
	if err == nil {
		err = p.proof(p.scheme.Ours) // it waits for the translation
	}
	return errors.Join(err, solver.Wait())
}

// circuit reads the circuit, and begins to translate it.
func (p *running) circuit(solver *errgroup.Group) error {
	err := p.open("reading the circuit", SystemFile, func(file io.Reader) error {
		_, err := solve.ReadSystem(p.PreparedFolder, file, p.system)
		return err
	})
	if err != nil {
		return err
	}
	solver.Go(func() error {
		return p.part("translating the circuit", func() error {
			return solve.PrepareIn(p.PreparedFolder, p.system)
		})
	})
	return nil
}

// key reads the proving key, and loads it onto the device. From a prepared folder it is read while
// the device opens.
func (p *running) key(device *errgroup.Group) error {
	how := proving.Loading{Folder: p.PreparedFolder}
	if p.PreparedFolder == "" {
		if err := device.Wait(); err != nil {
			return err
		}
		how.Engine, how.Attached = p.engine, true
	}
	return p.open("reading the key", ProvingFile, func(file io.Reader) error {
		return p.scheme.Read(file, p.keys.Proving, how)
	})
}

// part runs a part of the timeline.
func (p *running) part(name string, f func() error) error {
	took, err := measure.Time(f)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timeline.Parts[name] = results.Milliseconds(took)
	return err
}

func (p *running) read(name string, from func(io.Reader) (int64, error)) error {
	return proving.ReadFile(filepath.Join(p.Files, name), from)
}

// open has a file read without a buffer, as a part of the timeline.
func (p *running) open(part, name string, read func(io.Reader) error) error {
	return p.part(part, func() error {
		file, err := os.Open(filepath.Join(p.Files, name))
		if err != nil {
			return err
		}
		return errors.Join(read(file), file.Close())
	})
}

// readSmall reads the verifying key and the witness.
func (p *running) readSmall() (err error) {
	err = errors.Join(p.read(VerifyingFile, p.keys.Verifying.ReadFrom),
		p.read(WitnessFile, p.full.ReadFrom))
	if err == nil {
		p.public, err = p.full.Public()
	}
	return err
}

// proof makes a proof and has gnark verify it. The device is closed later.
func (p *running) proof(prove proving.Prove) error {
	var proof proving.Proof
	err := p.part("proving", func() (err error) {
		proof, err = prove(p.system, p.keys, p.full)
		return err
	})
	if err != nil {
		return err
	}
	err = p.part("verifying", func() error { return p.scheme.Verify(proof, p.keys, p.public) })
	p.timeline.Verified = time.Now()
	return err
}
