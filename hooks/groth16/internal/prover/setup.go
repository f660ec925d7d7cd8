package prover

import (
	"errors"
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// NewKeys are a proving key, without its domain's transforms, and its verifying key's other points.
type NewKeys[P1, P2, E any] struct {
	Proving     protocol.Key[P1, P2, E]
	K           []P1 // of the verifying key
	Gamma2      P2
	Commitments []protocol.VerifyingCommitmentKey[P2]
	Committed   [][]int // public wires and commitments, of each commitment
}

// Setup makes the keys of a constraint system, as gnark's Setup does. If the settings say so, it
// attaches the proving key with its system and its verifying key. Points that the engine's device
// has made stay there for that.
func (p *Prover[P1, P2, E]) Setup(ccs any, s *settings.Settings) (pk, vk any, err error) {
	made := keys.MadeFor(s)
	defer func() { err = errors.Join(err, made.Close()) }()
	if pk, vk, err = p.setup(ccs, s.Engine, made); err != nil || !s.Attached {
		return pk, vk, err
	}
	with := *s
	with.Circuit, with.VerifyingKey = ccs.(constraint.ConstraintSystem), vk
	return pk, vk, p.AttachMade(pk, &with, made)
}

// setup makes points that stay on the device if made keeps them.
func (p *Prover[P1, P2, E]) setup(
	ccs any, on *accel.Engine, made *engine.Made,
) (pk, vk any, err error) {
	sys, err := p.Provable(ccs)
	if err == nil {
		err = checkCommitted(sys)
	}
	if err != nil {
		return nil, nil, err
	}
	drawn, err := drawKeys(&p.Curve, sys, p.keys.RandomOnG2, keys.Home(on), made)
	if err != nil {
		return nil, nil, err
	}
	commitments := sys.Commitments
	drawn.Committed = commitments.GetPublicAndCommitmentCommitted(
		commitments.CommitmentIndexes(), sys.GetNbPublicVariables())
	return p.keys.New(drawn, sys.GetNbConstraints())
}

// drawKeys draws the waste and makes the keys' points of it. RandomPoint is gnark-crypto's function
// for a random point of G2. It overwrites all secrets, and the vectors that give them away. The
// points of the keys stay on their device if made is not nil.
//
// It draws the same randomness as gnark's in the same order, so that the keys are the same. The
// notation is that of figure 4 of the DIZK paper, 2018/691.
func drawKeys[P1, P2 any, E comparable](
	c *protocol.Curve[P1, P2, E], sys *system.System[E], randomPoint func() (P2, error),
	home *engine.Engine, made *engine.Made,
) (*NewKeys[P1, P2, E], error) {
	w, point, err := draw(c.Field, len(sys.Commitments), randomPoint)
	defer w.zeroize()
	if err != nil {
		return nil, fmt.Errorf("randomness: %w", err)
	}
	s, err := scalarsOf(c.Field, sys, w)
	defer s.zeroize()
	if err != nil {
		return nil, err
	}
	var tasks parallel.Tasks
	var points1 []P1
	var points2 []P2
	made.Expect(raw.SizeOf[P1](len(s.g1)) + raw.SizeOf[P2](len(s.g2)))
	tasks.Go(func() (err error) {
		points1, err = c.OnG1(home).MultiplesOf(&c.Pairing.Generator1, s.g1, made)
		return err
	})
	tasks.Go(func() (err error) {
		points2, err = c.OnG2(home).MultiplesOf(&c.Pairing.Generator2, s.g2, made)
		return err
	})
	if err := tasks.Wait(); err != nil {
		return nil, fmt.Errorf("points of the keys: %w", err)
	}
	keys := new(NewKeys[P1, P2, E])
	keys.cut(s, points1, points2)
	for i := range w.sigmas {
		c.Field.Neg(&w.factor, &w.sigmas[i])
		keys.Commitments = append(keys.Commitments, protocol.VerifyingCommitmentKey[P2]{
			G: point, GSigmaNeg: c.G2.TimesSecret(&point, &w.factor),
		})
	}
	return keys, nil
}

// cut cuts the keys out of the points of all scalars.
func (k *NewKeys[P1, P2, E]) cut(s *scalars[E], points1 []P1, points2 []P2) {
	next := func(n int) []P1 {
		some := points1[:n:n]
		points1 = points1[n:]
		return some
	}
	pk := &k.Proving
	single := next(3)
	pk.Alpha, pk.Beta, pk.Delta = single[0], single[1], single[2]
	pk.A, pk.B, pk.Z = next(s.nbA), next(s.nbB), next(s.nbZ)
	k.K, pk.K = next(s.nbPublic), next(s.nbPrivate)
	for _, n := range s.nbCommitted {
		pk.Commitments = append(pk.Commitments, protocol.CommitmentKey[P1]{
			Basis: next(n), BasisExpSigma: next(n),
		})
	}
	pk.InfinityA, pk.InfinityB = s.infinityA, s.infinityB
	pk.NbInfinityA = uint64(len(s.infinityA) - s.nbA)
	pk.NbInfinityB = uint64(len(s.infinityB) - s.nbB)
	pk.B2 = points2[:s.nbB:s.nbB]
	pk.Beta2, pk.Delta2, k.Gamma2 = points2[s.nbB], points2[s.nbB+1], points2[s.nbB+2]
}

// checkCommitted refuses commitments to the same wires, or to others than private ones.
func checkCommitted[E any](sys *system.System[E]) error {
	hidden, n := sys.Hidden(), len(sys.Commitments)
	for _, wires := range sys.Commitments.GetPrivateCommitted() {
		n += len(wires)
	}
	if n != len(hidden) ||
		n > 0 && (hidden[0] < sys.GetNbPublicVariables() || hidden[n-1] >= sys.NbWires()) {
		return fmt.Errorf("%w: commitments to the same wires, or to others than private ones",
			protocol.ErrInvalidInput)
	}
	return nil
}

// planSetup is a dry run of [drawKeys] for keys of these sizes.
func planSetup[P1, P2, E any](
	c *protocol.Curve[P1, P2, E], z system.Sizes, r *engine.DryRun,
) memory.Making {
	return r.Making("setup", func(e *engine.Engine) error {
		hidden := len(z.Commitments)
		for _, n := range z.Commitments {
			hidden += n
		}
		inG1 := roomG1(z.A, z.B, z.Z, z.Wires, hidden) - len(z.Commitments)
		return engine.PlanMultiples(c.OnG1(e), c.OnG2(e), inG1, z.B+3)
	})
}

// roomG1 is the number of scalars in G1 that there is room for.
func roomG1(a, b, z, wires, hidden int) int { return 3 + a + b + z + wires + hidden }
