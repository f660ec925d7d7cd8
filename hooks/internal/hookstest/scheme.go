// Package hookstest tests the common behaviour of the hooks of all proof systems. Each hook
// describes its own as a [Scheme] and runs the tests, which are methods of the Scheme.
package hookstest

import (
	"context"
	"io"
	"iter"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	gnarkio "github.com/consensys/gnark/io"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// Our checks of proofs are a subject of the tests.
func init() { solver.HasPassed = func() bool { return true } }

// ProvingKey is the interface of proving keys, Proof that of proofs. Both are gnark's.
type ProvingKey interface {
	gnarkio.WriterRawTo
	gnarkio.UnsafeReaderFrom
}

// Proof is described with [ProvingKey].
type Proof interface {
	io.WriterTo
	gnarkio.WriterRawTo
}

// Prover is the signature of gnark's Prove.
type Prover[PK ProvingKey, P Proof] func(
	constraint.ConstraintSystem, PK, witness.Witness, ...backend.ProverOption,
) (P, error)

// Scheme is a proof system: gnark's functions, and the functions of the tested hook.
type Scheme[PK ProvingKey, VK any, P Proof] struct {
	// Name is the scheme's name in gnark's log.
	Name     string
	Examples []circuits.Example

	Builder frontend.NewBuilder
	Setup   func(constraint.ConstraintSystem) (PK, VK, error)
	Gnark   Prover[PK, P]
	Verify  func(P, VK, witness.Witness, ...backend.VerifierOption) error

	Accelerated Prover[PK, P]
	Stream      func(context.Context, constraint.ConstraintSystem, PK, <-chan witness.Witness,
		...backend.ProverOption) iter.Seq2[P, error]
	WithContext func(context.Context) backend.ProverOption
	// Solve finds a solution for ProveSolved.
	Solve func(constraint.ConstraintSystem, PK, witness.Witness, ...backend.ProverOption) (
		solution any, release func(), err error)
	ProveSolved func(constraint.ConstraintSystem, PK, any, ...backend.ProverOption) (P, error)
	// Attach attaches a key to an engine. Without one, it takes the engine that the key is on, or
	// the default one.
	Attach  func(PK, *accel.Engine) error
	Release func(PK) error
	// Unverified is the hook's WithoutVerification: gnark's verifiers draw randomness, and hash.
	Unverified func() backend.ProverOption
	// Plan is the hook's.
	Plan func(constraint.ConstraintSystem, ...accel.Option) (*memory.Plan, error)
	// Prepare does the work that the first proof of a circuit does once for an attached key.
	Prepare func(PK, constraint.ConstraintSystem) error

	// These are the hook's. ErrEmptyKey is that of a key without anything.
	ErrInvalidInput, ErrKeyMismatch, ErrInvalidSolution, ErrCurveNotSupported, ErrEmptyKey error
	ErrUnsafeKey                                                                           error
	// Foreign is a key over a curve that has no prover.
	Foreign PK
	// Variants are options with each of which proofs are gnark's, as they are without.
	Variants [][]backend.ProverOption
	// SolutionsLackBlinding says that systems with commitments cannot be proved from a solution.
	SolutionsLackBlinding bool

	// MSMs is the number of MSMs of a proof without commitments. Committing is the number for the
	// example "several commitments".
	MSMs, Committing uint64
	// Computations is the number of computations with polynomials of a proof on the device. It is
	// the number where our solver ran.
	Computations uint64
	// Optional is the number of computations that loading a key keeps no memory for. The device
	// does them if the memory suffices.
	Optional uint64
	// DrawsConcurrently says that gnark draws randomness for commitments while it draws other
	// randomness. Then one stream for all draws does not make a proof the same each time.
	DrawsConcurrently bool
	// Watch returns a function that says whether a key over BN254, and its vectors, have been
	// collected.
	Watch func(PK) (collected func() bool)
	// EngineOptions are options of the engines of a campaign of silent faults.
	EngineOptions []accel.Option
	// Vectors returns the numbers of points of a key over BN254, in the order of loading.
	// FirstPoint is the bytes of a point of the first one; others are in G1.
	Vectors    func(PK) []int
	FirstPoint int
	// OverFirst is the number of MSMs of a proof over the vector that is loaded first.
	OverFirst uint64
}

// Sizes returns the bytes of vectors of a key over BN254: of the first, and of all.
func (s *Scheme[PK, VK, P]) Sizes(pk PK) (first, all uint64) {
	vectors := s.Vectors(pk)
	first = uint64(vectors[0] * s.FirstPoint)
	all = first
	for _, points := range vectors[1:] {
		all += uint64(points * 2 * fp.Bytes)
	}
	return first, all
}

// Engine opens an engine with [devicetest.Options], on the CPU if there is no device. So tests run
// the device's path wherever they are built with the tag cuda and find a driver. It keeps few
// multiples of the bases, because an emulated device takes its time to compute them.
func Engine(t testing.TB, opts ...accel.Option) *accel.Engine {
	t.Helper()
	few := devicetest.Options(accel.WithPrecompute(accel.PrecomputeFactor(4)))
	e, err := accel.Open(append(few, opts...)...)
	devicetest.NoError(t, err)
	devicetest.AtEnd(t, e.Close)
	return e
}

// On has a proof made on an engine, to which the key is attached for that.
func On(e *accel.Engine) backend.ProverOption {
	return settings.With(func(s *settings.Settings) { s.Engine = e })
}

// Count returns how many MSMs an engine has computed, wherever.
func Count(e *accel.Engine) uint64 {
	s := e.Statistics()
	return s.DeviceMSMs + s.CPUSmall + s.CPUNoDevice + s.CPUFailure
}

// AttachFor attaches a key for the time of a test.
func (s *Scheme[PK, VK, P]) AttachFor(t testing.TB, pk PK, e *accel.Engine) {
	t.Helper()
	devicetest.NoError(t, s.Attach(pk, e))
	devicetest.AtEnd(t, func() error { return s.Release(pk) })
}

// prepare attaches the key of an instance for the time of a test. Only proofs are left to do then.
func (s *Scheme[PK, VK, P]) prepare(t testing.TB, i *Instance[PK, VK], e *accel.Engine) {
	t.Helper()
	s.AttachFor(t, i.PK, e)
	devicetest.NoError(t, s.Prepare(i.PK, i.CCS))
}
