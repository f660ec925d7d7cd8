package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	quick := flag.Bool("quick", false, "prove with the oldest and the newest row alone")
	others := flag.Bool("unreleased", false, "prove with a commit between releases and with a fork")
	flag.Parse()
	measure := measureAll
	switch {
	case *quick:
		measure = proveQuickly
	case *others:
		measure = proveUnreleased
	}
	if err := measure(); err != nil {
		fmt.Fprintln(os.Stderr, "versions:", err)
		os.Exit(1)
	}
}

// proveUnreleased prints the proofs of programs with commits and a fork. It fails unless they
// prove, and our solver solves their witnesses.
func proveUnreleased() error {
	var failures []error
	for _, row := range unreleased {
		m, err := row.prove(true)
		if err != nil {
			failures = append(failures, fmt.Errorf("%v: %w", row, err))
		} else if m.Own < m.Proofs {
			failures = append(failures, fmt.Errorf("%v: ours solved %d witnesses", row, m.Own))
		}
		fmt.Println(m.unreleased())
	}
	return errors.Join(failures...)
}

// measureAll measures all rows, and prints them.
func measureAll() error {
	var failures []error
	for _, row := range rows {
		m, err := row.measure()
		if err != nil {
			failures = append(failures, fmt.Errorf("%v: %w", row, err))
		}
		fmt.Println(m)
	}
	return errors.Join(failures...)
}

// proveQuickly proves with the oldest and with the newest versions. It fails unless programs prove,
// and keep the versions. `make floor` checks the types of packages without the tag.
func proveQuickly() error {
	for _, row := range quick() {
		m, err := row.prove(false)
		if err != nil {
			return fmt.Errorf("%v: %w", row, err)
		}
		fmt.Printf("gnark %s, gnark-crypto %s: %d proofs, %d witnesses solved by our solver\n",
			row.Gnark, row.Crypto, m.Proofs, m.Own)
		if !m.Kept || m.Own != m.Proofs {
			return fmt.Errorf("%v: versions kept: %v, solved by our solver: %d", row, m.Kept, m.Own)
		}
	}
	return nil
}
