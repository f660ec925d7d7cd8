package solver

import (
	"math/big"

	"github.com/consensys/gnark/constraint/solver"
)

// Name says which solver ran, in the words of the log.
type Name string

const (
	Own   Name = "own"
	Gnark Name = "gnark"
	None  Name = "none" // the solution was given
)

// Check says how often our solver is compared with gnark's, whose solution is used then.
type Check int

const (
	CheckFirst  Check = iota // one witness of each system, before ours is trusted
	CheckNever               // none
	CheckAlways              // every one; a difference is an error
)

type Options struct {
	Off      bool // gnark's solver runs, and nothing is translated
	Unproved bool // no proof verifies the solution
	Check    Check
}

// gnark's options reach a prover through WithSolverOptions, whose configuration has hint functions.
// So ours are hint functions that no circuit asks for.
var marks = map[solver.HintID]func(*Options){
	solver.GetHintID(markOff):         func(o *Options) { o.Off = true },
	solver.GetHintID(markUnproved):    func(o *Options) { o.Unproved = true },
	solver.GetHintID(markCheckNever):  func(o *Options) { o.Check = CheckNever },
	solver.GetHintID(markCheckAlways): func(o *Options) { o.Check = CheckAlways },
}

func markOff(*big.Int, []*big.Int, []*big.Int) error         { return nil }
func markUnproved(*big.Int, []*big.Int, []*big.Int) error    { return nil }
func markCheckNever(*big.Int, []*big.Int, []*big.Int) error  { return nil }
func markCheckAlways(*big.Int, []*big.Int, []*big.Int) error { return nil }

func WithGnark() solver.Option { return mark(markOff) }

// Unproved has our solution checked by itself, unless gnark is a release that passed.
func Unproved() solver.Option { return mark(markUnproved) }

// WithCheck has each witness compared, or none.
func WithCheck(c Check) solver.Option {
	if c == CheckNever {
		return mark(markCheckNever)
	}
	return mark(markCheckAlways)
}

func mark(f solver.Hint) solver.Option { return solver.OverrideHint(solver.GetHintID(f), f) }

// OptionsOf reads our options among gnark's, which are applied already.
func OptionsOf(config *solver.Config) Options {
	var o Options
	for id, set := range marks {
		if config.HintFunctions[id] != nil {
			set(&o)
		}
	}
	return o
}

// Ours reports whether options of ours are among some of gnark's solver.
func Ours(options []solver.Option) bool {
	config := solver.Config{HintFunctions: map[solver.HintID]solver.Hint{}}
	for _, option := range options {
		if option != nil {
			_ = option(&config) // a prover says what is wrong
		}
	}
	return OptionsOf(&config) != Options{}
}

// Configured stands for all options that gave config and err, so that each is applied once.
func Configured(config solver.Config, err error) solver.Option {
	return func(c *solver.Config) error {
		*c = config
		return err
	}
}
