package results

// Span is a round of one proof, in milliseconds from the call.
type Span struct {
	Name  string  `json:"name"`
	Start float64 `json:"start"`
	Took  float64 `json:"took"`
}

// Rounds of every proof system.
const (
	RoundSolver       = "solver"       // the processors solve the constraint system
	RoundVerification = "verification" // before the proof leaves
)
