package results

import (
	"errors"
	"fmt"
)

// Solve is a constraint system, solved by our solver and by gnark's in turn. One solution of ours
// was compared with gnark's, element by element. Times are milliseconds.
type Solve struct {
	// What was asked for.
	Circuit string `json:"circuit"`
	Builder string `json:"builder"` // r1cs or scs
	Curve   string `json:"curve"`
	Threads int    `json:"threads"` // of either solver
	Clock   Clock  `json:"clock"`

	// What it is.
	Size        string `json:"size"` // in the circuit's words
	Constraints int    `json:"constraints"`
	Wires       int    `json:"wires"`

	// GnarkMS and OursMS are the least of the runs, and Ratio the one by the other. Ours has
	// recycled buffers, as gnark's has not.
	GnarkMS float64 `json:"gnark_ms"`
	OursMS  float64 `json:"ours_ms"`
	Ratio   float64 `json:"ratio"`

	Gnark Sample  `json:"gnark"`
	Ours  Sample  `json:"ours"`
	First float64 `json:"first_ms"` // ours into new buffers

	// Products and Inversions are those of field elements that our program computes one by one.
	// FloorMS is the time that they take, each after the one before it.
	Products   int     `json:"products,omitempty"`
	Inversions int     `json:"inversions,omitempty"`
	FloorMS    float64 `json:"floor_ms,omitempty"`

	TranslationMS float64 `json:"translation_ms"`
	ProgramBytes  uint64  `json:"program_bytes"`
	GnarkBytes    uint64  `json:"gnark_bytes"` // of the system's instructions and their operands
}

// Clock is the kind of time that is measured.
type Clock string

// Clocks.
const (
	Wall Clock = "wall"
	// Thread is the processor time of the solving thread, for machines that others use too.
	Thread Clock = "thread"
)

func (s *Solve) name() string {
	n := fmt.Sprintf("Solve/curve=%s/circuit=%s/builder=%s/constraints=%d/threads=%d",
		s.Curve, s.Circuit, s.Builder, s.Constraints, s.Threads)
	return n + unless(Wall, "clock", s.Clock)
}

func (s *Solve) check() error {
	switch {
	case s.Constraints < 1 || s.Threads < 1:
		return fmt.Errorf("%d constraints, %d threads", s.Constraints, s.Threads)
	case s.OursMS <= 0 || s.GnarkMS <= 0 || s.Ratio <= 0:
		return fmt.Errorf("times of %v ms and %v ms, ratio %v", s.GnarkMS, s.OursMS, s.Ratio)
	}
	return errors.Join(s.Gnark.check("gnark"), s.Ours.check("ours"))
}
