package groth16

import (
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

var (
	// ErrCurveNotSupported: the constraint system or the key is over a curve that this module has
	// no prover for. The message names the curve.
	ErrCurveNotSupported = protocol.ErrCurveNotSupported
	// ErrInvalidInput: an argument is nil, or Groth16 cannot prove it, as a constraint system of
	// PLONK's.
	ErrInvalidInput = protocol.ErrInvalidInput
	// ErrKeyMismatch: the keys do not belong to the constraint system, or to each other, or one is
	// damaged. The proving key is over another curve, has the shape of another system's key, or
	// makes proofs that do not verify on the CPU either; or the verifying key is another setup's.
	ErrKeyMismatch = protocol.ErrKeyMismatch
	// ErrUnsafeKey: the proving key does not hide the witness, or is damaged. Take one from whom
	// you trust, and read it with checks. A point that blinds proofs is at infinity, off the curve
	// or not of prime order, or points that have to be of the same scalars in G1 and in G2 are
	// not: β, δ, or B, which a device compares where it has a part in proofs. See [WithCheckedKey]
	// for programs without one.
	ErrUnsafeKey = protocol.ErrUnsafeKey
	// ErrInvalidSolution: the solution given to [ProveSolved] does not solve the constraint system,
	// or has commitments of another key.
	ErrInvalidSolution = protocol.ErrInvalidSolution
	// ErrUnsatisfied: the witness does not satisfy the constraint system. The error is gnark's,
	// whose text may have values of the witness. [WithRedactedErrors] leaves the number of the
	// constraint.
	ErrUnsatisfied = solver.ErrUnsatisfied
	// ErrHint: a hint of the program's, not of gnark's, returned the error, which is wrapped. It
	// does not say whether the witness is right. [WithRedactedErrors] leaves the name of the hint.
	ErrHint = solver.ErrHint
)
