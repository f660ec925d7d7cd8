package protocol

import (
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
)

// Verdict says what our check and gnark's verifier think of a damaged proof.
type Verdict struct {
	Damage       string
	Ours, Gnarks error
}

// Judge damages all parts of the proof that was made, one at a time. The outsiders are on the
// curves, and may be in no group of prime order.
func (over *Scheme[P1, P2, E]) Judge(
	half proof.Begun, made any, outsiders [2]any,
) (verdicts []Verdict, err error) {
	s := half.(*solved[P1, P2, E]).Steps().(*proving[P1, P2, E])
	if err := s.making.Wait(); err != nil {
		return nil, err
	}
	k, vk, inputs := s.keyed.keyed, s.verifyingKey(), s.public
	g1, g2 := outsiders[0].(P1), outsiders[1].(P2)
	check := func(proof *Proof[P1, P2]) error {
		committed := s.over.VerifyingKey(vk).Committed
		inputs, err := s.committer.inputs(s.public, proof.Commitments, committed)
		if err != nil {
			return err
		}
		of, err := k.with(inputs, proof.Commitments)
		if err != nil {
			return err
		}
		return of.check(proof)
	}
	judge := func(damage string, do func(*Proof[P1, P2], []E)) {
		proof, public := *s.over.GenericProof(made), slices.Clone(inputs)
		proof.Commitments = slices.Clone(proof.Commitments)
		do(&proof, public)
		s.public = public
		verdicts = append(verdicts, Verdict{damage, check(&proof), s.verifyByGnark(&proof, vk)})
	}
	judge("none", func(*Proof[P1, P2], []E) {})
	points := map[string]func(*Proof[P1, P2]) *P1{
		"Ar":  func(p *Proof[P1, P2]) *P1 { return &p.Ar },
		"Krs": func(p *Proof[P1, P2]) *P1 { return &p.Krs },
	}
	for i := range s.committer.points {
		points["knowledge"] = func(p *Proof[P1, P2]) *P1 { return &p.CommitmentPok }
		points[fmt.Sprint("D", i)] = func(p *Proof[P1, P2]) *P1 { return &p.Commitments[i] }
	}
	for name, of := range points {
		judge(name+" infinite", func(p *Proof[P1, P2], _ []E) { *of(p) = *new(P1) })
		for other, point := range map[string]*P1{"": &s.key.Delta, ", outsider": &g1} {
			judge(name+other, func(p *Proof[P1, P2], _ []E) { k.G1.Add(of(p), of(p), point) })
		}
	}
	if len(s.committer.points) > 0 {
		proof := *s.over.GenericProof(made)
		proof.Commitments = slices.Clone(proof.Commitments)
		proof.Commitments[0] = s.key.Delta
		verdicts = append(verdicts, Verdict{
			"other commitments than were known", s.keyed.check(&proof), s.verifyByGnark(&proof, vk),
		})
	}
	judge("Bs infinite", func(p *Proof[P1, P2], _ []E) { p.Bs = *new(P2) })
	for name, point := range map[string]*P2{"Bs": &s.key.Delta2, "Bs, outsider": &g2} {
		judge(name, func(p *Proof[P1, P2], _ []E) { k.G2.Add(&p.Bs, &p.Bs, point) })
	}
	judge("Ar and Krs exchanged", func(p *Proof[P1, P2], _ []E) { p.Ar, p.Krs = p.Krs, p.Ar })
	for i := range inputs {
		judge("public input", func(_ *Proof[P1, P2], public []E) {
			k.Field.Add(&public[i], &public[i], &k.Field.One)
		})
	}
	return verdicts, err
}

// Disclosed returns how many values of open wires a proof has, and how many of them are not zero.
func (over *Scheme[P1, P2, E]) Disclosed(half proof.Begun) (all, set int) {
	var zero E
	p := half.(*solved[P1, P2, E]).Steps().(*proving[P1, P2, E])
	for _, values := range p.disclosed.values {
		for _, value := range values {
			all++
			if value != zero {
				set++
			}
		}
	}
	return all, set
}
