package plonk

import (
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

var (
	// ErrCurveNotSupported: the constraint system or the key is over a curve that this module has
	// no prover for. The message names the curve.
	ErrCurveNotSupported = protocol.ErrCurveNotSupported
	// ErrInvalidInput: an argument is nil, or PLONK cannot prove it, as a constraint system of
	// Groth16's.
	ErrInvalidInput = protocol.ErrInvalidInput
	// ErrKeyMismatch: the proving key does not belong to the constraint system. It is over another
	// curve, or has the shape of another system's key.
	ErrKeyMismatch = protocol.ErrKeyMismatch
	// ErrUnsafeKey: the proving key, or the reference string, does not hide the witness, or is
	// damaged. Take one from whom you trust, and read it with checks. The secret of the string is
	// zero or in the circuit's domain, or a point that blinds proofs, or one of the verifying key,
	// is off the curve or not of prime order.
	ErrUnsafeKey = protocol.ErrUnsafeKey
	// ErrInvalidSolution: the solution given to [ProveSolved] does not solve the constraint system,
	// or the system has commitments.
	ErrInvalidSolution = protocol.ErrInvalidSolution
	// ErrUnsatisfied: the witness does not satisfy the constraint system. The error is gnark's,
	// whose text may have values of the witness. [WithRedactedErrors] leaves the number of the
	// constraint.
	ErrUnsatisfied = solver.ErrUnsatisfied
	// ErrHint: a hint of the program's, not of gnark's, returned the error, which is wrapped. It
	// does not say whether the witness is right. [WithRedactedErrors] leaves the name of the hint.
	ErrHint = solver.ErrHint
)
