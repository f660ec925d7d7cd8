package solver

import (
	"math/big"

	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Name says which solver ran, in the words of the log.
type Name string

const (
	Fast  Name = "own"
	Gnark Name = "gnark"
	None  Name = "none" // the solution was given
)

// Check says how often the fast solver is compared with gnark's. gnark's solution is used then,
// unless a proof verifies ours: see [Verified].
type Check int

const (
	CheckFirst  Check = iota // one witness of each system, before the program is trusted
	CheckNever               // none
	CheckAlways              // every one; a difference is an error
)

// Options are ours, among those of gnark's solver.
type Options struct {
	Off      bool // gnark's solver runs, and nothing is translated
	Unproved bool // no proof verifies the solution
	Verified bool // a proof does, and gnark makes another one where it is wrong
	Check    Check
}

// gnark's options reach a prover through WithSolverOptions, whose configuration has hint functions.
// So the fast solver's options are hint functions that no circuit asks for.
var marks = map[gnark.HintID]func(*Options){
	gnark.GetHintID(markOff):         func(o *Options) { o.Off = true },
	gnark.GetHintID(markUnproved):    func(o *Options) { o.Unproved = true },
	gnark.GetHintID(markVerified):    func(o *Options) { o.Verified = true },
	gnark.GetHintID(markCheckNever):  func(o *Options) { o.Check = CheckNever },
	gnark.GetHintID(markCheckAlways): func(o *Options) { o.Check = CheckAlways },
}

func markOff(*big.Int, []*big.Int, []*big.Int) error         { return nil }
func markUnproved(*big.Int, []*big.Int, []*big.Int) error    { return nil }
func markVerified(*big.Int, []*big.Int, []*big.Int) error    { return nil }
func markCheckNever(*big.Int, []*big.Int, []*big.Int) error  { return nil }
func markCheckAlways(*big.Int, []*big.Int, []*big.Int) error { return nil }

func WithGnark() gnark.Option { return mark(markOff) }

// Unproved has a fast solution checked by itself, unless gnark is a release that passed.
func Unproved() gnark.Option { return mark(markUnproved) }

// Verified lets a program run that no comparison has shown to be right: see [Solution.Uncompared].
func Verified() gnark.Option { return mark(markVerified) }

// WithCheck has each witness compared, or none.
func WithCheck(c Check) gnark.Option {
	if c == CheckNever {
		return mark(markCheckNever)
	}
	return mark(markCheckAlways)
}

func mark(f gnark.Hint) gnark.Option { return gnark.OverrideHint(gnark.GetHintID(f), f) }

// OptionsOf reads our options among gnark's, which are applied already.
func OptionsOf(config *gnark.Config) Options {
	var o Options
	for id, set := range marks {
		if config.HintFunctions[id] != nil {
			set(&o)
		}
	}
	return o
}

// Ours reports whether options of the fast solver are among some of gnark's solver.
func Ours(options []gnark.Option) bool {
	config := gnark.Config{HintFunctions: map[gnark.HintID]gnark.Hint{}}
	for _, option := range options {
		if option != nil {
			_ = option(&config) // a prover reports the error
		}
	}
	return OptionsOf(&config) != Options{}
}

// Configured stands for all options that gave config and err. So each is applied once.
func Configured(config gnark.Config, err error) gnark.Option {
	return func(c *gnark.Config) error {
		*c = config
		return err
	}
}

// madeUp has gnark's solver go on with some number in place of each commitment.
func madeUp() gnark.Option {
	return gnark.OverrideHint(program.Commitments, func(m *big.Int, in, out []*big.Int) error {
		out[0].SetUint64(0x9e3779b97f4a7c15)
		out[0].Exp(out[0], big.NewInt(5), m).Add(out[0], in[0]) // its number
		return nil
	})
}
