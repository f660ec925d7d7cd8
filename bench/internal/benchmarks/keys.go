package benchmarks

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// setups select setups of keys.
type setups struct{ comparisons }

// Steps implements measure.Benchmark.
func (s *setups) Steps() ([]measure.Step, error) { return s.compared("setup", setup) }

// setup measures setups. The keys of the first one are checked.
func setup(c *comparison) error {
	ours, gnarks, err := c.scheme.Setups(c.System, c.engine)
	if err != nil {
		return err
	}
	var made proving.Keys
	return c.compare(c.row, steps{
		ours:   func() (err error) { made, err = ours(); return err },
		gnarks: func() error { _, err := gnarks(); return err },
		check: func() error {
			written, err := fileOf(made.Proving, "raw")
			c.row.Figures["file-bytes"] = float64(len(written))
			return errors.Join(err, c.checkKeys(made, gnarks))
		},
	})
}

// checkKeys compares keys with gnark's. If their randomness is their own, gnark proves with them.
func (c *comparison) checkKeys(ours proving.Keys, gnarks proving.Setup) error {
	if c.scheme.SameKeys {
		want, err := gnarks()
		if err != nil {
			return err
		}
		return errors.Join(same(ours.Proving, want.Proving), same(ours.Verifying, want.Verifying))
	}
	proof, err := c.scheme.Gnarks(c.System, ours, c.Full)
	if err == nil {
		err = c.scheme.Verify(proof, ours, c.Public)
	}
	return err
}

// loads select keys to be read.
type loads struct {
	comparisons
	Form []string // compressed or raw
}

// Steps implements measure.Benchmark.
func (s *loads) Steps() ([]measure.Step, error) {
	for _, form := range s.Form {
		if form != "compressed" && form != "raw" {
			return nil, flags.Wrong("form %q; there are compressed and raw", form)
		}
	}
	return s.compared("load", s.rows)
}

// rows measures the reading of a file in each form.
func (s *loads) rows(c *comparison) error {
	made, err := c.setup(c.engine)
	if err != nil {
		return err
	}
	for _, form := range s.Form {
		if err := c.load(made.Proving, form); err != nil {
			return err
		}
	}
	return nil
}

// load measures the reading of one file. The key that was read first is checked.
func (c *comparison) load(key proving.Key, form string) error {
	written, err := fileOf(key, form)
	if err != nil {
		return err
	}
	row := c.row.With("form", form, "")
	row.Figures["file-bytes"] = float64(len(written))
	var read proving.Key
	return c.compare(row, steps{
		ours: func() error {
			read = c.scheme.NewKeys(c.curve).Proving
			return c.scheme.Read(bytes.NewReader(written), read, proving.Loading{Engine: c.engine})
		},
		gnarks: func() error {
			_, err := c.scheme.NewKeys(c.curve).Proving.ReadFrom(bytes.NewReader(written))
			return err
		},
		check: func() error { return same(read, key) },
	})
}

// errOther: a key is not the one that it should be.
var errOther = errors.New("another key than gnark's")

// same compares keys by their files.
func same(a, b proving.Key) error {
	one, failure := fileOf(a, "raw")
	other, err := fileOf(b, "raw")
	if err = errors.Join(failure, err); err == nil && !bytes.Equal(one, other) {
		err = fmt.Errorf("%w: %T", errOther, a)
	}
	return err
}

// fileOf returns a key's file in a form.
func fileOf(k proving.Key, form string) ([]byte, error) {
	if form == "raw" {
		return written(k.WriteRawTo)
	}
	return written(k.WriteTo)
}

// written returns what a function such as WriteTo of gnark's objects writes.
func written(to func(io.Writer) (int64, error)) ([]byte, error) {
	var b bytes.Buffer
	_, err := to(&b)
	return b.Bytes(), err
}
