package ceremony

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
)

var (
	// ErrCurveNotSupported: there are no kernels for the curve.
	ErrCurveNotSupported = errors.New("ceremony: curve not supported")
	// ErrInvalidInput: a file is missing, or has a size that no ceremony has.
	ErrInvalidInput = errors.New("ceremony: invalid input")
	// ErrInvalidContribution: a contribution does not follow from the one before.
	ErrInvalidContribution = errors.New("ceremony: invalid contribution")
)

// ContributePhase1 reads a contribution to phase 1 and writes the next one. That is the one of
// method Contribute of gnark's Phase1. The first contribution to be read is the file of gnark's
// NewPhase1. A nil engine is [accel.Default].
//
// Errors come from the reader and the writer, from gnark-crypto for a broken file, from a strict or
// a closed engine, and from this package. Nothing is written before all is made.
func ContributePhase1(engine *accel.Engine, id ecc.ID, from io.Reader, to io.Writer) error {
	return run(id, func(c ceremony) error { return c.contribute(1, engine, from, to) }, from, to)
}

// VerifyPhase1 verifies that a contribution to phase 1 follows from the one before. It does so as
// method Verify of gnark's Phase1. An error that wraps [ErrInvalidContribution] says that it does
// not follow; other errors are as for [ContributePhase1].
func VerifyPhase1(engine *accel.Engine, id ecc.ID, previous, next io.Reader) error {
	return run(id, func(c ceremony) error { return c.check(1, engine, previous, next) },
		previous, next)
}

// SealPhase1 reads the last contribution to phase 1 and writes gnark's SrsCommons. These are the
// ones that method Seal of gnark's Phase1 returns for the beacon. Errors are as for
// [ContributePhase1].
func SealPhase1(
	engine *accel.Engine, id ecc.ID, beacon []byte, last io.Reader, commons io.Writer,
) error {
	return run(id, func(c ceremony) error { return c.seal(engine, beacon, last, commons) },
		last, commons)
}

// ContributePhase2 reads a contribution to phase 2 and writes the next one. That is the one of
// method Contribute of gnark's Phase2. The first contribution to be read is the file of a Phase2
// that gnark's Initialize has set. Errors are as for [ContributePhase1].
func ContributePhase2(engine *accel.Engine, id ecc.ID, from io.Reader, to io.Writer) error {
	return run(id, func(c ceremony) error { return c.contribute(2, engine, from, to) }, from, to)
}

// VerifyPhase2 verifies that a contribution to phase 2 follows from the one before. It does so as
// method Verify of gnark's Phase2. Errors are as for [VerifyPhase1].
func VerifyPhase2(engine *accel.Engine, id ecc.ID, previous, next io.Reader) error {
	return run(id, func(c ceremony) error { return c.check(2, engine, previous, next) },
		previous, next)
}

// ceremony is a ceremony over one curve, with phases 1 and 2.
type ceremony interface {
	contribute(phase int, e *accel.Engine, from io.Reader, to io.Writer) error
	check(phase int, e *accel.Engine, previous, next io.Reader) error
	seal(e *accel.Engine, beacon []byte, last io.Reader, commons io.Writer) error
}

// run does a step over a curve, if all files are there.
func run(id ecc.ID, step func(ceremony) error, files ...any) error {
	if slices.Contains(files, nil) {
		return fmt.Errorf("%w: a file is missing", ErrInvalidInput)
	}
	c := curves[id]
	if c == nil {
		return fmt.Errorf("%w: %s", ErrCurveNotSupported, id)
	}
	return step(c)
}
