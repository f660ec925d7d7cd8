package benchmarks

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// Forms of files.
const (
	compressed = "compressed"
	raw        = "raw"
)

// checkForm refuses other forms.
func checkForm(form string) error {
	if form != compressed && form != raw {
		return measure.Wrong("form %q; there are compressed and raw", form)
	}
	return nil
}

// files select keys to be read.
type files struct {
	comparisons
	Forms []string // compressed or raw
}

func newLoad() *files {
	s := new(files)
	s.comparisons = comparisons{command: "load", rows: s.load, schemes: "groth16,plonk"}
	return s
}

// Flags implements measure.Settings.
func (s *files) Flags(f *flag.FlagSet) {
	s.comparisons.Flags(f)
	measure.Words(f, &s.Forms, "form", "compressed,raw", "of files: compressed, raw")
}

// Steps implements measure.Settings.
func (s *files) Steps() ([]measure.Step, error) {
	i := slices.IndexFunc(s.Forms, func(form string) bool { return checkForm(form) != nil })
	if i >= 0 {
		return nil, checkForm(s.Forms[i])
	}
	return s.comparisons.Steps()
}

// keys are a circuit's, to be made.
type keys struct {
	one
	instance     *proving.Instance
	row          *results.Row
	ours, gnarks proving.Setup
}

// keys compiles the circuit, and does the work before a setup.
func (c *comparison) keys(command string) (k *keys, err error) {
	k = &keys{one: c.one}
	if k.instance, k.row, err = c.compile(command); err != nil {
		return nil, err
	}
	k.ours, k.gnarks, err = c.scheme.Setups(k.instance.System, c.engine)
	return k, err
}

// setup measures setups. The keys of the first one are checked.
func setup(c *comparison) error {
	k, err := c.keys("setup")
	if err != nil {
		return err
	}
	var first *proving.Keys
	return c.compare(k.row, steps{
		ours: func() error {
			made, err := k.ours()
			if first == nil {
				first = &made
			}
			return err
		},
		gnarks: func() error { _, err := k.gnarks(); return err },
		check: func() error {
			written, err := fileOf(first.Proving, raw)
			k.row.Figures["file-bytes"] = float64(len(written))
			return errors.Join(err, k.check(*first))
		},
	})
}

// load measures the reading of a file in each form. The key that was read first is checked.
func (s *files) load(c *comparison) error {
	k, err := c.keys("load")
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
		row := k.row.With("form", form, "")
		row.Figures["file-bytes"] = float64(len(written))
		err = c.compare(row, steps{
			ours: func() error {
				read := c.scheme.NewKeys(c.curve).Proving
				if first == nil {
					first = read
				}
				how := proving.Loading{Engine: c.engine}
				return c.scheme.Read(bytes.NewReader(written), read, how)
			},
			gnarks: func() error {
				_, err := c.scheme.NewKeys(c.curve).Proving.ReadFrom(bytes.NewReader(written))
				return err
			},
			check: func() error { return same(first, made.Proving) },
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// check compares keys with gnark's. Where their randomness is their own, gnark proves with them.
func (k *keys) check(ours proving.Keys) error {
	if k.scheme.SameKeys {
		want, err := k.gnarks()
		if err != nil {
			return err
		}
		return errors.Join(same(ours.Proving, want.Proving), same(ours.Verifying, want.Verifying))
	}
	proof, err := k.scheme.Gnarks(k.instance.System, ours, k.instance.Full)
	if err != nil {
		return err
	}
	return k.scheme.Verify(proof, ours, k.instance.Public)
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
	write := k.WriteRawTo
	if form == compressed {
		write = k.WriteTo
	}
	var b bytes.Buffer
	_, err := write(&b)
	return b.Bytes(), err
}
