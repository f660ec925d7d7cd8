package results

import (
	"errors"
	"fmt"
)

// First is programs that start, read a circuit, its keys and a witness from files of gnark's, make
// a proof and verify it: ours and gnark's in turn, each a process. Both read the proving key with
// all checks. The files were in the page cache. Times are milliseconds from before the start of the
// process to the report of the verified proof.
type First struct {
	// What was asked for.
	Form    string `json:"form"` // of the proving key's file: compressed or raw
	Scheme  string `json:"scheme"`
	Curve   string `json:"curve"`
	Circuit string `json:"circuit"`
	Wanted  int    `json:"wanted"`            // constraints to come close to
	Trusted bool   `json:"trusted,omitempty"` // our solver, without a comparison with gnark's

	// What it is.
	Size         string `json:"size"` // in the circuit's words
	Constraints  int    `json:"constraints"`
	KeyBytes     uint64 `json:"keyBytes"`     // of the proving key's file
	CircuitBytes uint64 `json:"circuitBytes"` // of the constraint system's file

	Time  Sample  `json:"time"`
	Gnark *Sample `json:"gnark,omitempty"` // in turn with ours
	// parts of the fastest run, some beside each other
	Spans      []Span `json:"spans,omitempty"`
	GnarkSpans []Span `json:"gnarkSpans,omitempty"`
	// most host memory of a process
	HostBytes      uint64 `json:"hostBytes"`
	GnarkHostBytes uint64 `json:"gnarkHostBytes,omitempty"`
}

func (f *First) name() string {
	n := fmt.Sprintf("First/scheme=%s/curve=%s/circuit=%s/constraints=%d/form=%s", f.Scheme,
		f.Curve, f.Circuit, f.Constraints, f.Form)
	return n + unless(false, "trusted", f.Trusted)
}

func (f *First) check() error {
	if f.Constraints < 1 {
		return fmt.Errorf("%d constraints", f.Constraints)
	}
	return errors.Join(f.Time.check("time"), f.Gnark.checkIfThere("gnark"))
}
