// Package protocol is gnark's PLONK prover, round by round, once for all curves.
//
// The protocol is that of Gabizon, Williamson and Ciobotaru, 2019/953, with gnark's differences:
// commitments of BSB22 (2022/1072) as extra gates, a linearised polynomial that is committed to,
// and shards of the quotient of n + 2 coefficients each. The files follow it round by round; the
// device's half of each round is in internal/plonk, in the file of the same name.
//
//	trace.go               the data of the circuit alone, from the columns of package system
//	commitments.go         commitments to part of the witness, while the solver runs
//	proving.go             the steps in the life of a proof: see package proof of hooks/internal
//	rounds.go              the rounds in their order, and their common parts
//	round1_wires.go        L, R and O
//	round2_permutation.go  Z, the accumulator of the copy constraints
//	round3_quotient.go     the quotient
//	round4_evaluations.go  the openings' claimed values
//	round5_openings.go     the linearised polynomial and the two opening proofs
//	check.go               the verifier's check, most of it beside the last round
//	verifier.go            gnark's verifier beside that check
//	host.go                the polynomials' coefficients, where the device fails
//
// Package system, beside this one, has the challenges, and for the CPU the quotient's numerator.
//
// Polynomials are slices of coefficients in Montgomery form, the constant one first, unless a
// comment says that they are values on the domain H = {1, ω, …, ωⁿ⁻¹}.
package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
)

// The errors of the provers, for errors.Is; package plonk exports and documents them.
var (
	ErrCurveNotSupported = errors.New("plonk: curve not supported")
	ErrInvalidInput      = system.ErrInvalidInput
	ErrInvalidSolution   = errors.New("plonk: not a solution to prove from")
	ErrKeyMismatch       = errors.New(
		"plonk: the proving key does not belong to the constraint system")
)
