package solve

import (
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Row is a line of results, in the frame that other rows have.
type Row struct {
	Schema  int             `json:"schema"`
	Date    time.Time       `json:"date"`
	Machine results.Machine `json:"machine"`
	Solve   *Solve          `json:"solve"`
}

// Solve is one system, solved by both solvers in turn. Times are milliseconds.
type Solve struct {
	Circuit     string `json:"circuit"`
	Builder     string `json:"builder"`
	Curve       string `json:"curve"`
	Size        string `json:"size"` // in the circuit's words
	Constraints int    `json:"constraints"`
	Wires       int    `json:"wires"`
	Threads     int    `json:"threads"`
	Clock       Clock  `json:"clock"`

	// GnarkMS and OursMS are the least of the runs, and Ratio the one by the other. Ours has
	// recycled buffers, as gnark's has not.
	GnarkMS float64 `json:"gnark_ms"`
	OursMS  float64 `json:"ours_ms"`
	Ratio   float64 `json:"ratio"`

	Gnark results.Sample `json:"gnark"`
	Ours  results.Sample `json:"ours"`
	First float64        `json:"first_ms"` // ours into new buffers

	TranslationMS float64 `json:"translation_ms"`
	ProgramBytes  int     `json:"program_bytes"`
	GnarkBytes    int     `json:"gnark_bytes"` // of the system's instructions and their operands
}
