package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

func main() {
	var o options
	flag.BoolVar(&o.quick, "quick", false, "prove with the oldest and the newest row alone")
	flag.BoolVar(&o.equality, "equality", false, "also run gnark's own tests of each version")
	flag.BoolVar(&o.page, "page", false, "measure nothing, and write the page")
	flag.BoolVar(&o.check, "check", false, "measure nothing, and compare the page")
	flag.StringVar(&o.packages, "packages", "", "`packages` of gnark for -equality, as . ./std/...")
	flag.StringVar(&o.only, "gnark", "", "measure these `versions` alone, as v0.14.0,v0.15.0")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "versions:", err)
		os.Exit(1)
	}
}

type options struct {
	quick, equality, page, check bool
	only, packages               string
}

func run(o options) error {
	if o.quick {
		return proveQuickly()
	}
	r, err := load()
	if err != nil {
		return err
	}
	if !o.page && !o.check {
		if err := r.measure(o); err != nil {
			return err
		}
	}
	text, err := r.page()
	if err != nil {
		return err
	}
	if !o.check {
		fmt.Print(string(text))
		return os.WriteFile(pageFile, text, 0o644)
	}
	committed, err := os.ReadFile(pageFile)
	if err == nil && !bytes.Equal(committed, text) {
		err = fmt.Errorf("%s is not what %s gives: make versions writes it", pageFile, resultsFile)
	}
	return err
}

// measure measures rows. What other rows gave stays.
func (r *results) measure(o options) error {
	only := strings.FieldsFunc(o.only, func(c rune) bool { return c == ',' })
	for _, row := range rows {
		if len(only) > 0 && !slices.Contains(only, row.Gnark) {
			continue
		}
		m, err := row.measure()
		if err != nil {
			fmt.Fprintf(os.Stderr, "versions: %v: %v\n", row, err)
		}
		r.put(m)
		if _, done := r.Equality[row.Gnark]; o.equality && !done || len(only) > 0 && o.equality {
			r.Equality[row.Gnark] = equality(row.Gnark, o.packages)
		}
		if err := r.save(); err != nil { // hours may follow
			return err
		}
	}
	return nil
}

// put takes a row over, in the order of the table. Rows that the table does not have go.
func (r *results) put(m measured) {
	old := append(r.Rows, m)
	r.Rows = nil
	for _, row := range rows {
		for _, m := range slices.Backward(old) { // the newest first
			if m.row == row {
				r.Rows = append(r.Rows, m)
				break
			}
		}
	}
}

// proveQuickly fails unless programs prove with the oldest and with the newest versions, and keep
// them.
func proveQuickly() error {
	for _, row := range quick() {
		m, err := row.prove()
		if err != nil {
			return fmt.Errorf("%v: %w", row, err)
		}
		fmt.Printf("gnark %s, gnark-crypto %s: %d proofs, %d witnesses solved by our solver\n",
			row.Gnark, row.Crypto, m.Proofs, m.Own)
		if !m.Kept || m.Own != m.Proofs/2 {
			return fmt.Errorf("%v: versions kept: %v, solved by our solver: %d", row, m.Kept, m.Own)
		}
	}
	return nil
}
