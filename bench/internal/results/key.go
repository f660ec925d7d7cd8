package results

import (
	"errors"
	"fmt"
)

// Key is a pair of keys made by a setup, or a proving key read from a file with all checks: by ours
// and by gnark in turn. Keys of a setup were compared with gnark's or proved with. What was read
// was written again and compared. Times are milliseconds.
type Key struct {
	// What was asked for.
	Step    KeyStep `json:"step"`
	Form    string  `json:"form,omitempty"` // of a file: compressed or raw
	Scheme  string  `json:"scheme"`
	Curve   string  `json:"curve"`
	Circuit string  `json:"circuit"`
	Wanted  int     `json:"wanted"` // constraints to come close to

	// What it is.
	Size        string `json:"size"` // in the circuit's words
	Constraints int    `json:"constraints"`
	Bytes       uint64 `json:"bytes"` // of the proving key's file, raw for a setup

	First float64 `json:"first"` // ours, with the loading of kernels
	Time  Sample  `json:"time"`
	Gnark *Sample `json:"gnark,omitempty"` // in turn with ours
	// most that was in use on the device in the first run
	DeviceBytes uint64 `json:"deviceBytes"`
	// most by which Go's heap grew, the key included, in the first run and in gnark's last
	HostBytes      uint64 `json:"hostBytes,omitempty"`
	GnarkHostBytes uint64 `json:"gnarkHostBytes,omitempty"`
}

// KeyStep is a step in the life of a key.
type KeyStep string

// Steps.
const (
	Setup KeyStep = "setup"
	Load  KeyStep = "load"
)

func (k *Key) name() string {
	n := fmt.Sprintf("Key/step=%s/scheme=%s/curve=%s/circuit=%s/constraints=%d",
		k.Step, k.Scheme, k.Curve, k.Circuit, k.Constraints)
	return n + unless("", "form", k.Form)
}

func (k *Key) check() error {
	switch {
	case k.Step != Setup && k.Step != Load:
		return fmt.Errorf("step %q", k.Step)
	case k.Constraints < 1:
		return fmt.Errorf("%d constraints", k.Constraints)
	}
	return errors.Join(k.Time.check("time"), k.Gnark.checkIfThere("gnark"))
}
