package results

import (
	"errors"
	"fmt"
)

// Ceremony is a step of a contributor to a ceremony for Groth16 keys, or of a verifier, from file
// to file: by ours and by gnark in turn. gnark verified the first of our contributions. Times are
// milliseconds.
type Ceremony struct {
	// What was asked for.
	Step    CeremonyStep `json:"step"`
	Phase   int          `json:"phase"` // 1, the powers of tau, or 2, the keys of a circuit
	Curve   string       `json:"curve"`
	Circuit string       `json:"circuit"` // that phase 1 is large enough for
	Wanted  int          `json:"wanted"`  // constraints to come close to

	// What it is.
	Constraints int    `json:"constraints"`
	Bytes       uint64 `json:"bytes"` // of a contribution's file

	First float64 `json:"first"` // ours, in the process's first such step
	Time  Sample  `json:"time"`
	Gnark *Sample `json:"gnark,omitempty"` // in turn with ours
	// most that was in use on the device in the first run
	DeviceBytes uint64 `json:"deviceBytes"`
}

// CeremonyStep is what is done with a contribution.
type CeremonyStep string

// Steps of ceremonies.
const (
	Contribute CeremonyStep = "contribute"
	Verify     CeremonyStep = "verify"
)

func (c *Ceremony) name() string {
	return fmt.Sprintf("Ceremony/step=%s/phase=%d/curve=%s/circuit=%s/constraints=%d",
		c.Step, c.Phase, c.Curve, c.Circuit, c.Constraints)
}

func (c *Ceremony) check() error {
	switch {
	case c.Step != Contribute && c.Step != Verify:
		return fmt.Errorf("step %q", c.Step)
	case c.Phase != 1 && c.Phase != 2:
		return fmt.Errorf("phase %d", c.Phase)
	case c.Constraints < 1:
		return fmt.Errorf("%d constraints", c.Constraints)
	}
	return errors.Join(c.Time.check("time"), c.Gnark.checkIfThere("gnark"))
}
