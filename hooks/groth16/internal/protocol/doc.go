// Package protocol is gnark's Groth16 prover, step by step, once for all curves.
//
// Package proof of hooks/internal has the life of a proof. begin.go has its steps up to the wires,
// which the solver finds, and commitments.go commits to some meanwhile (Bowe, Shlomovits, Bünz,
// 2022/1072). prove.go makes the proof: sums.go has the MSMs, with the quotient's, and assembly.go
// makes points of them. verifier.go verifies it. With a verifying key gnark and keyed.go do so,
// without one equation.go with the values from disclosing.go. Where there is no equation either,
// gnarkproof.go leaves the proof to gnark. replica.go is the device: the key, by loading.go, and in
// wires.go and constraints.go the circuit. Several devices make a proof in team.go and share.go;
// [site] is all that the rest knows of it. Package system, beside this one, reads the constraint
// systems. The notation is that of Groth's paper, 2016/260, and of figure 4 of the DIZK paper,
// 2018/691.
package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
)

// The errors of the provers, for errors.Is; package groth16 exports and documents them.
var (
	ErrCurveNotSupported = errors.New("groth16: curve not supported")
	ErrInvalidInput      = system.ErrInvalidInput
	ErrInvalidSolution   = system.ErrInvalidSolution
	ErrKeyMismatch       = errors.New(
		"groth16: the keys do not belong to the constraint system, or to each other")
)
