package main

import (
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/ceremony"
	"github.com/gnark-accel/gnark-accel/bench/internal/first"
	"github.com/gnark-accel/gnark-accel/bench/internal/keys"
	"github.com/gnark-accel/gnark-accel/bench/internal/msm"
	"github.com/gnark-accel/gnark-accel/bench/internal/ntt"
	"github.com/gnark-accel/gnark-accel/bench/internal/points"
	"github.com/gnark-accel/gnark-accel/bench/internal/prove"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/solve"
)

// newShow prints rows as lines of tables. It prints the machine and a heading first, and again when
// the machine or the table changes.
func newShow(w io.Writer) func(results.Row) error {
	var machine results.Machine
	var last string // table
	heading := func(table string, write func(io.Writer) error) error {
		if last == table {
			return nil
		}
		last = table
		return write(w)
	}
	return func(row results.Row) error {
		if row.Machine != machine {
			machine, last = row.Machine, ""
			fmt.Fprintln(w, machine)
		}
		if row.MSM != nil {
			if err := heading("msm", msm.WriteHeading); err != nil {
				return err
			}
			return msm.WriteRow(w, row.MSM)
		}
		if row.NTT != nil {
			if err := heading("ntt", ntt.WriteHeading); err != nil {
				return err
			}
			return ntt.WriteRow(w, row.NTT)
		}
		if row.Solve != nil {
			if err := heading("solve", solve.WriteHeading); err != nil {
				return err
			}
			return solve.WriteRow(w, row.Solve)
		}
		if row.Key != nil {
			if err := heading("keys", keys.WriteHeading); err != nil {
				return err
			}
			return keys.WriteRow(w, row.Key)
		}
		if row.Points != nil {
			if err := heading("points", points.WriteHeading); err != nil {
				return err
			}
			return points.WriteRow(w, row.Points)
		}
		if row.Ceremony != nil {
			if err := heading("ceremony", ceremony.WriteHeading); err != nil {
				return err
			}
			return ceremony.WriteRow(w, row.Ceremony)
		}
		if row.First != nil {
			if err := heading("first", first.WriteHeading); err != nil {
				return err
			}
			return first.WriteRow(w, row.First)
		}
		if err := heading("prove", prove.WriteHeading); err != nil {
			return err
		}
		return prove.WriteRow(w, row.Proof)
	}
}
