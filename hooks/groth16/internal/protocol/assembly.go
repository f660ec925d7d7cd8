package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// assembled are the points of a proof, and the sums that its verification may need:
//
//	Ar  = ΣA + α + rδ
//	Bs  = ΣB + β + sδ                     in G2
//	Krs = ΣK + ΣZ + s·Ar + r·(ΣB + β)     in G1
//
// The last is the paper's C, ΣK + ΣZ + s·Ar + r·Bs − rsδ, with the two terms in rsδ cancelled.
type assembled[P1, P2 any] struct {
	ar, krs   P1
	bs        P2
	b         P1
	b2        P2
	knowledge []P1 // of each commitment

	timesAr, timesB P1 // s·Ar and r·(ΣB + β)
}

// awaited is a sum, of the parts that devices compute.
type awaited[P any] struct{ parts []*part[P] }

// part is a part of a sum, which is set once it is there.
type part[P any] struct {
	sum   P
	there device.There
}

// part returns a new part.
func (a *awaited[P]) part() *part[P] {
	a.parts = append(a.parts, new(part[P]))
	return a.parts[len(a.parts)-1]
}

// wait waits for the sum, and says whether it is there.
func wait[P, E any](g *algebra.Group[P, E], a *awaited[P]) (sum P, there bool) {
	for _, part := range a.parts {
		if !part.there() {
			return sum, false
		}
		g.Add(&sum, &sum, &part.sum)
	}
	return sum, true
}

// assemble makes the points of a proof beside its sums, each as soon as the sums that it takes are
// there. The last sum is then followed by a few additions. It waits for all, which has the sums'
// errors.
func (p *prover[P1, P2, E, S]) assemble(
	s *sums[P1, P2], all func() error,
) (*assembled[P1, P2], error) {
	made := &assembled[P1, P2]{knowledge: make([]P1, len(s.knowledge))}
	g1 := p.replica.G1
	var tasks parallel.Tasks
	tasks.Go(func() error { p.left(made, s); return nil })
	tasks.Go(func() error {
		var there bool
		if made.b, there = wait(g1, &s.b); there {
			b := g1.Sum(made.b, p.key.Beta)
			made.timesB = algebra.Times[P1, E, S](g1, &b, &p.blinding.r)
		}
		return nil
	})
	tasks.Go(func() error { p.knowledgeOf(made, s); return nil })
	if err := errors.Join(all(), tasks.Wait()); err != nil {
		return nil, err
	}
	k, _ := wait(g1, &s.k)
	z, _ := wait(g1, &s.z)
	made.krs = g1.Sum(k, z, made.timesAr, made.timesB)
	return made, nil
}

// left makes Ar and Bs, the left side of the verifier's equation.
func (p *prover[P1, P2, E, S]) left(made *assembled[P1, P2], s *sums[P1, P2]) {
	pk, g1, g2, factors := p.key, p.replica.G1, p.replica.G2, p.blinding
	blinding1 := algebra.Times[P1, E, S](g1, &pk.Delta, &factors.r)
	blinding2 := algebra.Times[P2, E, S](g2, &pk.Delta2, &factors.s)
	a, there := wait(g1, &s.a)
	if !there {
		return
	}
	if made.b2, there = wait(g2, &s.b2); !there {
		return
	}
	made.ar, made.bs = g1.Sum(a, pk.Alpha, blinding1), g2.Sum(made.b2, pk.Beta2, blinding2)
	if p.early.left != nil {
		p.early.left(made.ar, made.bs)
	}
	made.timesAr = algebra.Times[P1, E, S](g1, &made.ar, &factors.s)
}

// knowledgeOf sets the proofs of knowledge.
func (p *prover[P1, P2, E, S]) knowledgeOf(made *assembled[P1, P2], s *sums[P1, P2]) {
	for i := range s.knowledge {
		var there bool
		if made.knowledge[i], there = wait(p.replica.G1, &s.knowledge[i]); !there {
			return
		}
	}
	if p.early.knowledge != nil {
		p.early.knowledge(made.knowledge)
	}
}
