package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// commitPermutation commits to Z and derives alpha. Meanwhile Z is interpolated, and the quotient
// prepared.
func (p *proving[P, E]) commitPermutation() error {
	err := p.permute()
	if err := engine.Optional(err); err != nil {
		return err
	}
	onDevice := err == nil
	sum := p.commit(device.Lagrange, p.accumulator())
	var tasks parallel.Tasks
	tasks.Go(func() error { return p.commitToZ(sum) })
	if onDevice {
		tasks.Go(p.prepareQuotient)
	} else {
		tasks.Go(p.onHost)
	}
	if err := tasks.Wait(); err != nil {
		return err
	}
	if !onDevice {
		p.wires, p.values = nil, [3][]E{} // the host has the coefficients
	}
	p.alpha = p.transcript.Alpha(p.proof.Commitments, p.proof.Z)
	return nil
}

// permute computes the values of Z on H. On [engine.ErrOnCPU] the host has computed them.
func (p *proving[P, E]) permute() error {
	defer p.region("accumulate")()
	err := p.device.Accumulate(p.beta, p.gamma)
	if errors.Is(err, engine.ErrOnCPU) {
		p.accumulate()
	}
	return err
}

// accumulator is Z by its values on H.
func (p *proving[P, E]) accumulator() polynomials[E] {
	return polynomials[E]{device.Z(), func() ([][]E, error) {
		return [][]E{p.accumulate()}, nil
	}}
}

// commitToZ sets the commitment to Z, blinded, from that to its values.
func (p *proving[P, E]) commitToZ(values commitments[P]) error {
	g := p.attachment.G1
	blinding := commitBlinding(g, p.blinding.z, len(p.trace.Points), p.key.Canonical)
	sums, err := values()
	if err != nil {
		return err
	}
	p.proof.Z = g.Sum(blinding, sums[0])
	return nil
}

// prepareQuotient has the device interpolate Z and begin the quotient. It does the part of the
// quotient that needs no alpha. If the device fails, so it will when it is asked for the quotient.
func (p *proving[P, E]) prepareQuotient() error {
	return engine.Optional(p.device.PrepareQuotient([3]E(p.blinding.z)))
}
