// Package newest serves gnark's newest releases, beyond the library's own requirements. It is a
// module of its own, whose requirements no user of the library gets.
//
// From v0.16.4 on gnark's own Prove calls the accelerator that a proving key carries. The packages
// groth16/<curve> and plonk/<curve> below have one each:
//
//	import accelerated "github.com/gnark-accel/gnark-accel/hooks/newest/groth16/bn254"
//
//	acc, err := accelerated.Attach(pk) // pk is gnark's *ProvingKey over BN254
//	defer acc.Release()
//
// They compile with earlier releases, whose keys Attach does not take.
package newest

import (
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/newest/internal/attachment"
)

// Option is an option of Attach.
type Option = attachment.Option

// WithEngine has the engine compute. It must stay open until Release, and have been opened with
// [accel.WithCheckedSums], or else Attach needs [WithoutChecks]. By default the process has one
// engine for all keys of this module, with checked sums.
func WithEngine(e *accel.Engine) Option { return attachment.WithEngine(e) }

// WithoutChecks has Prove take results as they come: polynomials are not checked, and sums only by
// an engine that checks them. It is for programs that verify their proofs before they leave.
// Without [WithEngine] the engine is [accel.Default] then.
func WithoutChecks() Option { return attachment.WithoutChecks() }
