package protocol

import (
	"cmp"

	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// assembled are the points of a proof:
//
//	Ar  = ΣA + α + rδ
//	Bs  = ΣB + β + sδ                     in G2
//	Krs = ΣK + ΣZ + s·Ar + r·(ΣB + β)     in G1
//
// The last is the paper's C, ΣK + ΣZ + s·Ar + r·Bs − rsδ, with the two terms in rsδ cancelled.
type assembled[P1, P2 any] struct {
	ar, krs   P1
	bs        P2
	knowledge []P1 // of each commitment

	timesAr, timesB P1 // s·Ar and r·(ΣB + β)
}

// assemble makes the points of a proof beside its MSMs. It makes a point as soon as the MSMs that
// the point takes are known. A few additions follow the last MSM.
func (p *proving[P1, P2, E]) assemble(s *sums[P1, P2, E]) (*assembled[P1, P2], error) {
	to, g1 := new(assembled[P1, P2]), p.replica.G1
	var tasks parallel.Tasks
	tasks.Go(func() error { return p.lhs(to, s) })
	tasks.Go(func() error {
		b, err := s.in1(device.OverB)
		if err == nil {
			b = g1.Sum(b, p.key.Beta)
			to.timesB = g1.Times(&b, &p.blinding.r)
		}
		return err
	})
	tasks.Go(func() (err error) {
		to.knowledge, err = s.knowledge()
		return err
	})
	k, errK := s.in1(device.OverK)
	z, errZ := s.in1(device.OverZ)
	if err := cmp.Or(errZ, errK, tasks.Wait(), s.wait()); err != nil {
		return nil, err
	}
	to.krs = g1.Sum(k, z, to.timesAr, to.timesB)
	return to, nil
}

// lhs makes Ar and Bs, the left-hand side of the verifier's equation.
func (p *proving[P1, P2, E]) lhs(to *assembled[P1, P2], s *sums[P1, P2, E]) error {
	pk, g1, g2, factors := p.key, p.replica.G1, p.replica.G2, p.blinding
	blinding1 := g1.Times(&pk.Delta, &factors.r)
	blinding2 := g2.Times(&pk.Delta2, &factors.s)
	a, err := s.in1(device.OverA)
	if err != nil {
		return err
	}
	b2, err := s.b2()
	if err != nil {
		return err
	}
	to.ar, to.bs = g1.Sum(a, pk.Alpha, blinding1), g2.Sum(b2, pk.Beta2, blinding2)
	to.timesAr = g1.Times(&to.ar, &factors.s)
	return nil
}
