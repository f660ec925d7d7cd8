package solver

// Name says which solver ran, in the words of the log.
type Name string

// The solvers.
const (
	Own   Name = "own"
	Gnark Name = "gnark"
)

// Check says how often our solver is compared with gnark's.
type Check int

// The choices of [Options]. Whatever is compared, gnark's solution is used.
const (
	CheckFirst  Check = iota // one witness of each system, before ours is trusted
	CheckNever               // none
	CheckAlways              // every one
)

// Options are the settings of one solution.
type Options struct {
	// Off has gnark's solver run, and nothing translated.
	Off bool
	// Check says how often both run.
	Check Check
}
