package bn254

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	cs "github.com/consensys/gnark/constraint/bn254"
	"golang.org/x/sync/errgroup"
)

// sums are the multi-scalar multiplications of a proof: the solution's wires, or the quotient's coefficients, times the
// vectors of the key.
type sums struct {
	a, b, k, z curve.G1Affine
	b2         curve.G2Affine
	knowledge  []curve.G1Affine // of each commitment
}

// sums computes them all.
//
// The quotient and the sum over G2 occupy every processor and so follow one another. A sum on the device leaves the
// processors free and begins at once, beside the quotient; only that over Z has to wait for it. Sums over G1 that are
// left to the CPU wait for the quotient too, and share the processors with the sum over G2.
func (p *prover) sums(solution *cs.R1CSSolution) (*sums, error) {
	s := &sums{knowledge: make([]curve.G1Affine, len(p.pk.CommitmentKeys))}
	wires := []fr.Element(solution.W)
	var tasks errgroup.Group

	var h []fr.Element
	var errH error
	quotient := make(chan struct{}) // closed when h and errH are set
	tasks.Go(func() error {
		defer close(quotient)
		h, errH = p.accelerator.ComputeH(solution.A, solution.B, solution.C, &p.pk.Domain)
		solution.A, solution.B, solution.C = nil, nil, nil // free two of them early
		return errH
	})

	onCPU := ecc.MultiExpConfig{NbTasks: max(1, runtime.NumCPU()/2)}
	sum := func(to *curve.G1Affine, name string, bases []curve.G1Affine, scalars func() ([]fr.Element, error)) {
		tasks.Go(func() error {
			values, err := scalars()
			if err != nil {
				return err
			}
			if !p.accelerator.onDevice(bases) {
				<-quotient
			}
			if *to, err = p.accelerator.multiExpG1(bases, values, onCPU); err != nil {
				return fmt.Errorf("sum over %s: %w", name, err)
			}
			return nil
		})
	}
	wiresB := sync.OnceValues(func() ([]fr.Element, error) {
		return finite(wires, p.pk.InfinityB, len(p.pk.G1.B))
	})

	sum(&s.k, "K", p.pk.G1.K, func() ([]fr.Element, error) {
		return private(wires, p.r1cs.GetNbPublicVariables(), p.hidden), nil
	})
	sum(&s.a, "A", p.pk.G1.A, func() ([]fr.Element, error) {
		return finite(wires, p.pk.InfinityA, len(p.pk.G1.A))
	})
	sum(&s.b, "B", p.pk.G1.B, wiresB)
	for i := range s.knowledge {
		sum(&s.knowledge[i], fmt.Sprintf("commitment key %d", i), p.pk.CommitmentKeys[i].BasisExpSigma,
			func() ([]fr.Element, error) { return p.committer.values[i], nil })
	}
	sum(&s.z, "Z", p.pk.G1.Z, func() ([]fr.Element, error) {
		<-quotient
		return h[:min(len(h), len(p.pk.G1.Z))], errH
	})
	tasks.Go(func() error {
		values, err := wiresB()
		if err != nil {
			return err
		}
		<-quotient
		if s.b2, err = p.accelerator.MultiExpG2(p.pk.G2.B, values); err != nil {
			return fmt.Errorf("sum over B in G2: %w", err)
		}
		return nil
	})
	if err := tasks.Wait(); err != nil {
		return nil, err
	}
	return s, nil
}
