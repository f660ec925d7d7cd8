package kinds

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// Setup measures setups.
var Setup = measure.Kind{
	Name: "setup", About: "keys by our setups and by gnark's in turn, checked",
	Help: `bench setup times our setups and gnark's in turn, and checks the keys.

    bench setup -scheme groth16,plonk -constraints 65300,1048200 -json setup.json
    bench setup -curve bls12-381 -gnark-runs 0
`,
	New: func() measure.Settings {
		return newRaces("setup", (*racer).setup, proving.Groth16, proving.PLONK)
	},
	Title: "Setups",
	Text: `
gnark's runs were in turn with ours. Keys were compared with gnark's, or gnark proved with them.`,
	Columns: keyColumns,
}

// Load measures the reading of proving keys with all checks.
var Load = measure.Kind{
	Name: "load", About: "proving keys read with all checks, by ours and by gnark in turn",
	Help: `bench load times the checked reading of proving keys, ours and gnark's in turn.

    bench load -scheme groth16,plonk -form compressed,raw -constraints 1048200 -json load.json
    bench load -backend cpu -runs 1
`,
	New: func() measure.Settings {
		s := &files{Forms: []string{compressed, raw}}
		s.races = newRaces("load", s.load, proving.Groth16, proving.PLONK)
		return s
	},
	Title: "Reading keys",
	Text: `
Proving keys read from memory with all of gnark's checks, gnark's runs in turn with ours. What was
read was written again and compared.`,
	Columns: keyColumns,
}

var keyColumns = slices.Concat([]table.Column{
	{Heading: "keys", Cell: func(r *results.Row) string {
		return table.Join(circuitName(r), r.Setting["form"])
	}},
	constraints, table.Figure("proving key", "bytes", table.Bytes),
}, raceDetails, table.BesideGnark())

// Forms of files.
const (
	compressed = "compressed"
	raw        = "raw"
)

// files select keys to be read.
type files struct {
	*races
	Forms []string // compressed or raw
}

// Flags implements measure.Settings.
func (s *files) Flags(f *flag.FlagSet) {
	s.races.Flags(f)
	measure.Words(f, &s.Forms, "form", "of files: compressed, raw")
}

// Steps implements measure.Settings.
func (s *files) Steps() ([]measure.Step, error) {
	for _, form := range s.Forms {
		if !slices.Contains([]string{compressed, raw}, form) {
			return nil, measure.Wrong("form %q; there are compressed and raw", form)
		}
	}
	return s.races.Steps()
}

// keyRun is the measurements of one circuit's keys.
type keyRun struct {
	*racer
	instance     *proving.Instance
	row          *results.Row
	ours, gnarks proving.Setup
}

// keys compiles the circuit, and does what comes before a setup.
func (r *racer) keys(command string) (k *keyRun, err error) {
	k = &keyRun{racer: r}
	if k.instance, k.row, err = r.compile(command); err != nil {
		return nil, err
	}
	k.ours, k.gnarks, err = r.scheme.Setups(k.instance.System, r.engine, nil)
	return k, err
}

// setup measures setups. The keys of the first one are checked.
func (r *racer) setup() error {
	k, err := r.keys("setup")
	if err != nil {
		return err
	}
	var first *proving.Keys
	ours := func() error {
		made, err := k.ours()
		if first == nil {
			first = &made
		}
		return err
	}
	return r.race(k.row, ours, func() error { _, err := k.gnarks(); return err }, func() error {
		written, err := fileOf(first.Proving, raw)
		k.row.Figures["bytes"] = float64(len(written))
		return errors.Join(err, k.check(*first))
	})
}

// load measures the reading of a file in each form. What was read first is checked.
func (s *files) load(r *racer) error {
	k, err := r.keys("load")
	if err != nil {
		return err
	}
	made, err := k.ours()
	if err != nil {
		return err
	}
	for _, form := range s.Forms {
		written, err := fileOf(made.Proving, form)
		if err != nil {
			return err
		}
		var first proving.Key
		ours := func() error {
			read := r.scheme.NewKeys(k.instance.Curve).Proving
			err := r.scheme.Read(bytes.NewReader(written), read, proving.Loading{Engine: r.engine})
			if first == nil {
				first = read
			}
			return err
		}
		gnarks := func() error {
			read := r.scheme.NewKeys(k.instance.Curve).Proving
			_, err := read.ReadFrom(bytes.NewReader(written))
			return err
		}
		row := k.row.With("form", form, "")
		row.Figures["bytes"] = float64(len(written))
		check := func() error { return same(first, made.Proving) }
		if err := r.race(row, ours, gnarks, check); err != nil {
			return err
		}
	}
	return nil
}

// check compares keys with gnark's, or has gnark prove with them where their randomness is their
// own.
func (r *keyRun) check(ours proving.Keys) error {
	if r.scheme.SameKeys {
		want, err := r.gnarks()
		if err != nil {
			return err
		}
		return errors.Join(same(ours.Proving, want.Proving), same(ours.Verifying, want.Verifying))
	}
	proof, err := r.scheme.Gnarks(r.instance.System, ours, r.instance.Full)
	if err != nil {
		return err
	}
	return r.scheme.Verify(proof, ours, r.instance.Public)
}

// errOther: a key is not the one that it should be.
var errOther = errors.New("another key than gnark's")

// same compares keys by their files.
func same(a, b proving.Key) error {
	one, other := sha256.New(), sha256.New()
	_, errA := a.WriteRawTo(one)
	_, errB := b.WriteRawTo(other)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	if !bytes.Equal(one.Sum(nil), other.Sum(nil)) {
		return fmt.Errorf("%w: %T", errOther, a)
	}
	return nil
}

// fileOf returns a key's file in a form.
func fileOf(k proving.Key, form string) ([]byte, error) {
	var b bytes.Buffer
	var err error
	if form == compressed {
		_, err = k.WriteTo(&b)
	} else {
		_, err = k.WriteRawTo(&b)
	}
	return b.Bytes(), err
}
