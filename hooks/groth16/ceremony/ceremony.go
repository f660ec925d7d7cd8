package ceremony

import (
	"errors"
	"fmt"
	"io"

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

// ContributePhase1 reads a contribution to phase 1 and writes the next one, as method Contribute of
// gnark's Phase1 makes it. The first contribution to be read is the file of gnark's NewPhase1. A
// nil engine is [accel.Default].
//
// Errors are those of the reader and the writer, gnark-crypto's for a broken file, those of a
// strict or a closed engine, and the ones of this package. Nothing is written before all is made.
func ContributePhase1(engine *accel.Engine, id ecc.ID, from io.Reader, to io.Writer) error {
	return run(id, []io.Reader{from}, []io.Writer{to}, func(c ceremony) error {
		return c.contributePhase1(engine, from, to)
	})
}

// VerifyPhase1 verifies that a contribution to phase 1 follows from the one before, as method
// Verify of gnark's Phase1 does. An error that wraps [ErrInvalidContribution] says that it does
// not; others are those of [ContributePhase1].
func VerifyPhase1(engine *accel.Engine, id ecc.ID, previous, next io.Reader) error {
	return run(id, []io.Reader{previous, next}, nil, func(c ceremony) error {
		return c.verifyPhase1(engine, previous, next)
	})
}

// SealPhase1 reads the last contribution to phase 1 and writes gnark's SrsCommons, as method Seal
// of gnark's Phase1 returns them for the beacon. Errors are those of [ContributePhase1].
func SealPhase1(
	engine *accel.Engine, id ecc.ID, beacon []byte, last io.Reader, commons io.Writer,
) error {
	return run(id, []io.Reader{last}, []io.Writer{commons}, func(c ceremony) error {
		return c.sealPhase1(engine, beacon, last, commons)
	})
}

// ContributePhase2 reads a contribution to phase 2 and writes the next one, as method Contribute of
// gnark's Phase2 makes it. The first contribution to be read is the file of a Phase2 that gnark's
// Initialize has set. Errors are those of [ContributePhase1].
func ContributePhase2(engine *accel.Engine, id ecc.ID, from io.Reader, to io.Writer) error {
	return run(id, []io.Reader{from}, []io.Writer{to}, func(c ceremony) error {
		return c.contributePhase2(engine, from, to)
	})
}

// VerifyPhase2 verifies that a contribution to phase 2 follows from the one before, as method
// Verify of gnark's Phase2 does. Errors are those of [VerifyPhase1].
func VerifyPhase2(engine *accel.Engine, id ecc.ID, previous, next io.Reader) error {
	return run(id, []io.Reader{previous, next}, nil, func(c ceremony) error {
		return c.verifyPhase2(engine, previous, next)
	})
}

// ceremony has the steps of ceremonies over one curve.
type ceremony interface {
	contributePhase1(e *accel.Engine, from io.Reader, to io.Writer) error
	verifyPhase1(e *accel.Engine, previous, next io.Reader) error
	sealPhase1(e *accel.Engine, beacon []byte, last io.Reader, commons io.Writer) error
	contributePhase2(e *accel.Engine, from io.Reader, to io.Writer) error
	verifyPhase2(e *accel.Engine, previous, next io.Reader) error
}

// run does a step over a curve, if all files are there.
func run(id ecc.ID, from []io.Reader, to []io.Writer, step func(ceremony) error) error {
	for _, r := range from {
		if r == nil {
			return fmt.Errorf("%w: no file to read", ErrInvalidInput)
		}
	}
	for _, w := range to {
		if w == nil {
			return fmt.Errorf("%w: no file to write", ErrInvalidInput)
		}
	}
	c := steps(id)
	if c == nil {
		return fmt.Errorf("%w: %s", ErrCurveNotSupported, id)
	}
	return step(c)
}
