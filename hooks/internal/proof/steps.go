// Package proof is the life of a proof, once for both proof systems. A scheme gives its [Steps]:
//
//	Lease   the key, which is loaded unless it is attached
//	Begin   what needs no device, or the choice that gnark makes the whole proof
//	Solve   the wires, while a place on one device, or on several, is prepared for the proof
//	Prove   at the place, or at another one if a device fails
//	Leave   frees what the proof has on devices, and gives the place back
//	Close   waits for what was begun beside the proof, and gives memory and key back
//	Verify  the proof, which does not leave if it is wrong
//	Again   a wrong one: on the device, and then without one, with all solved anew
//	Forget  the verification's secrets, whether there was one or not
//
// [Begin] takes the first three. What it returns says what may follow: a [Solved] makes the proof,
// and a whole one is gnark's. A stream by [Run] has several under way: one is
// proved while others are solved, and another one is verified. [Provers] find the prover over a
// curve.
package proof

import (
	"errors"
	"io"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Replica is a key on one device.
type Replica interface {
	io.Closer
	On() *engine.Engine
	// OnDevice says whether the device has a part in proofs.
	OnDevice() bool
}

// Scheme is a proof system over a curve.
type Scheme[R Replica, E any] interface {
	// Steps returns the steps of a task, whose inputs it checks and completes.
	Steps(*Task[E]) (Steps[R, E], error)
}

// Steps are a scheme's part in one proof. They keep what one step leaves to the next. Those down to
// Prove are called in their order.
type Steps[R Replica, E any] interface {
	// Lease takes the key, and loads it if need be. The lease is released at the proof's end.
	Lease() (*keys.Key[R], Lease, error)
	// Begin does what needs no place. It may return [ErrLeft] to leave the proof to gnark.
	Begin() error
	// Solve finds the wires beside the preparation of a place. It draws the randomness that is left
	// to draw, or returns [ErrLeft].
	Solve(at *group.Team[R]) error
	// Prove makes the proof at a place. Where devices fail it is called for other places.
	Prove(at *group.Team[R]) (proof any, err error)
	// Leave frees what the proof has on devices, whichever steps were taken.
	Leave()
	// Close waits for all that was begun beside the proof. Others may have its place meanwhile.
	Close()

	// Verifier returns the function that finds proofs wrong. Its own error is about the key.
	Verifier() (verify func(proof any) error, err error)
	// VerifyGnarks verifies a whole proof of gnark's if that is the scheme's way.
	VerifyGnarks(proof any) error
	// VerifiesGnarks says whether the verifier takes gnark's proof in a wrong one's place.
	VerifiesGnarks() bool
	// Gnarks has gnark's prover make a proof.
	Gnarks(opts ...backend.ProverOption) (proof any, err error)
	// Again returns the steps of a task that is this one again. Verify goes on with its proof.
	Again(*Task[E]) (Steps[R, E], error)
	// Committing returns the function that computes commitments for another run of the solver.
	Committing() solver.Commit[E]
	// Reload has the next proof find all that stays on the device loaded anew.
	Reload() error
	// Destroy overwrites a proof. A wrong one can tell secrets.
	Destroy(proof any)
	// Forget zeroes the secrets of the verification. Nothing follows it.
	Forget()
	// Rounds returns the proof's rounds for the log. The solver is one if there are any.
	Rounds() []Round
}

// Lease is the right to use a key until it is released.
type Lease interface{ Release() error }

// Round is a part of a proof, and its time.
type Round struct {
	Name string
	Took time.Duration
}

// ErrLeft leaves a proof to gnark.
var ErrLeft = errors.New("the proof is left to gnark")
