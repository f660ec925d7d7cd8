package protocol

import (
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// onHost computes the coefficients that only the device had, when it does not go on.
func (p *proving[P, E]) onHost() error {
	if p.l == nil {
		if err := p.wiresOnHost(); err != nil {
			return err
		}
	}
	if p.z == nil {
		return p.zOnHost()
	}
	return nil
}

// wiresOnHost computes the coefficients of L, R, O, Qk and Pi. The proof leaves its devices first:
// single computations may use each of them, and one that lacks memory waits for sessions to end.
func (p *proving[P, E]) wiresOnHost() error {
	p.Leave()
	if err := p.trace.onHost(); err != nil {
		return err
	}
	var tasks parallel.Tasks
	for i, wire := range []struct {
		coefficients *[]E
		blinding     []E
	}{{&p.l, p.blinding.l}, {&p.r, p.blinding.r}, {&p.o, p.blinding.o}} {
		tasks.Go(func() error {
			coefficients, err := p.interpolate(p.lro()[i])
			*wire.coefficients = Blind(p.scalars(), coefficients, wire.blinding)
			return err
		})
	}
	tasks.Go(p.completeQk)
	p.pi = make([][]E, len(p.committer.values))
	for i := range p.pi {
		tasks.Go(func() (err error) {
			p.pi[i], err = p.interpolate(p.committer.values[i])
			return err
		})
	}
	return tasks.Wait()
}

// completeQk adds the constants of the proof to the circuit's Qk. These are the public inputs, and
// the hashes of the commitments.
func (p *proving[P, E]) completeQk() (err error) {
	missing := make([]E, len(p.trace.Points))
	copy(missing, p.public)
	hashes, rows := p.hashesInQk()
	for i, row := range rows {
		missing[row] = hashes[i]
	}
	if p.qk, err = p.interpolate(missing); err != nil {
		return err
	}
	p.scalars().Vectors.Add(p.qk, p.qk, p.trace.Qk)
	return nil
}

// hashesInQk returns the differences that the commitments' hashes make in the circuit's Qk. It also
// returns their rows. The hashes replace the constants at their gates.
func (p *proving[P, E]) hashesInQk() (differences []E, rows []int) {
	for i, info := range p.committer.infos {
		var difference E
		p.scalars().Sub(&difference, &p.committer.hashes[i], &p.trace.qkAtCommitments[i])
		differences = append(differences, difference)
		rows = append(rows, p.trace.rows.Public+info.CommitmentIndex)
	}
	return differences, rows
}

func (p *proving[P, E]) zOnHost() error {
	coefficients, err := p.interpolate(p.accumulate())
	p.z = Blind(p.scalars(), coefficients, p.blinding.z)
	return err
}

// accumulate returns the values of Z on H, computed once:
//
//	Z(1) = 1,  Z(ωⁱ⁺¹) = Z(ωⁱ) · Π (wⱼ + β·uʲωⁱ + γ) / (wⱼ + β·Sⱼ(ωⁱ) + γ)
//
// with the product over the wires w₀ = L, w₁ = R and w₂ = O at ωⁱ. For u see [proving.shifts].
func (p *proving[P, E]) accumulate() []E {
	f := p.scalars()
	if p.zValues != nil {
		return p.zValues
	}
	n := len(p.trace.Points)
	numerators, denominators := make([]E, n), make([]E, n)
	shifts, one, v := p.shifts(), f.One, f.Vectors
	poly.InBlocks(n, 3, func(from, to int, scratch [][]E) {
		offset, term, gamma := scratch[0], scratch[1], scratch[2]
		above, below := numerators[from:to], denominators[from:to]
		poly.Fill(above, one)
		poly.Fill(below, one)
		poly.Fill(gamma, p.gamma)
		for j, values := range p.lro() {
			v.Add(offset, values[from:to], gamma)
			v.ScalarMul(term, p.trace.Points[from:to], &shifts[j])
			v.Add(term, term, offset)
			v.Mul(above, above, term)
			v.ScalarMul(term, p.trace.columns.S[j][from:to], &p.beta)
			v.Add(term, term, offset)
			v.Mul(below, below, term)
		}
	})
	poly.Invert(f, denominators)
	parallel.Chunks(n, func(from, to int) {
		v.Mul(numerators[from:to], numerators[from:to], denominators[from:to])
	})
	poly.PrefixProducts(f, numerators)
	p.zValues = numerators
	return numerators
}

// interpolate returns the coefficients of the polynomial with the given values on H. There is room
// to blind it.
func (p *proving[P, E]) interpolate(values []E) ([]E, error) {
	defer p.region("interpolate")()
	coefficients := append(make([]E, 0, len(values)+maxBlinding), values...)
	set, field := (*group.Set)(p.attachment.Engine), p.attachment.OnG1(nil).Scalars
	return coefficients, group.Interpolate(set, field, p.trace.Domain, coefficients)
}

// lro returns the values of L, R and O on H. The host gathers them from the wires when it first
// needs them.
func (p *proving[P, E]) lro() [3][]E {
	p.gathering.Do(func() {
		if p.wires == nil {
			return
		}
		for i, at := range p.trace.columns.Wires {
			p.values[i] = make([]E, len(at))
			parallel.Chunks(len(at), func(from, to int) {
				for row := from; row < to; row++ {
					p.values[i][row] = p.wires[at[row]]
				}
			})
		}
	})
	return p.values
}
