package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// commitWires commits to L, R and O and derives gamma and beta. Meanwhile the coefficients of
// those and of the other polynomials that depend on the witness are computed.
func (p *prover[P, E, S]) commitWires() error {
	rows := p.trace.rows
	var onDevice [3]commitments[P]
	if err := p.sendWires(); err != nil {
		return err
	}
	for wire := range onDevice {
		if err := p.sendWire(wire); err != nil {
			return err
		}
		values := device.Wire(wire, rows.Public, rows.End)
		onDevice[wire] = p.device.start(points{device.Lagrange, rows.Public}, values)
	}
	var tasks parallel.Tasks
	tasks.Go(func() error { return p.commitToWires(onDevice) })
	tasks.Go(p.interpolateWires)
	if err := tasks.Wait(); err != nil {
		return err
	}
	p.gamma, p.beta = p.transcript.GammaAndBeta(p.key.Verifying.points(), p.public, p.proof.LRO)
	return nil
}

// gathers reports whether the device makes L, R and O of the wires.
func (p *prover[P, E, S]) gathers() bool {
	return p.wires != nil && p.device.Takes(len(p.wires))
}

// sendWires sends all wires to the device, if that gathers L, R and O.
func (p *prover[P, E, S]) sendWires() error {
	if !p.gathers() {
		return nil
	}
	defer p.region("send")()
	return engine.Optional(p.device.SendWires(p.wires))
}

// sendWire sends the values of L, R or O to the device, without the padding. It sends nothing where
// the device gathers them itself.
func (p *prover[P, E, S]) sendWire(wire int) error {
	if p.gathers() {
		return nil
	}
	defer p.region("send")()
	err := p.device.SendWire(wire, p.lro()[wire][:p.trace.rows.End], p.paddingValue)
	return engine.Optional(err)
}

// interpolateWires has the device interpolate L, R, O, Qk and Pi, or else the host.
func (p *prover[P, E, S]) interpolateWires() error {
	defer p.region("interpolate")()
	b := p.blinding
	wires := &device.Wires[E]{
		Blinding: [3][2]E{[2]E(b.l), [2]E(b.r), [2]E(b.o)},
		Pi:       p.committer.values,
		Public:   p.public,
	}
	wires.Extra, wires.ExtraRows = p.hashesInQk()
	if err := p.device.InterpolateWires(wires); !errors.Is(err, engine.ErrOnCPU) {
		return err
	}
	return p.wiresOnHost()
}

// commitToWires sets the commitments to L, R and O. They are the MSMs over the rows of the
// constraints, and the contributions of the other rows and of the blinding.
func (p *prover[P, E, S]) commitToWires(onDevice [3]commitments[P]) error {
	defer p.region("commit")()
	var tasks parallel.Tasks
	var sums []P
	tasks.Go(func() (err error) {
		sums, err = p.sumsOfWires(onDevice)
		return err
	})
	var rest [3]P
	g := p.accelerator.G1
	for i, wire := range []struct {
		blinding []E
		padding  *P
	}{
		{p.blinding.l, &p.trace.paddingL},
		{p.blinding.r, &p.trace.padding},
		{p.blinding.o, &p.trace.padding},
	} {
		tasks.Go(func() error {
			blinding := commitBlinding[P, E, S](
				g, wire.blinding, len(p.trace.Points), p.key.Canonical)
			// The padding has one value, and the sum of the points that it meets is known.
			rest[i] = g.Sum(blinding, algebra.Times[P, E, S](g, wire.padding, &p.paddingValue))
			return nil
		})
	}
	var public P
	if n := p.trace.rows.Public; n > 0 {
		tasks.Go(func() error {
			sums, err := p.replica.sums(points{device.Lagrange, 0}, [][]E{p.public[:n]})
			if err == nil {
				public = sums[0]
			}
			return err
		})
	}
	if err := tasks.Wait(); err != nil {
		return err
	}
	rest[0] = g.Sum(rest[0], public)
	for i := range rest {
		p.proof.LRO[i] = g.Sum(rest[i], sums[i])
	}
	return nil
}

// sumsOfWires returns the MSMs over the rows of the constraints. They are the device's, or else all
// three are computed together.
func (p *prover[P, E, S]) sumsOfWires(onDevice [3]commitments[P]) ([]P, error) {
	var sums []P
	for _, wait := range onDevice {
		sum, err := wait()
		if err := engine.Optional(err); err != nil {
			return nil, err
		}
		sums = append(sums, sum...)
	}
	if len(sums) == len(onDevice) {
		return sums, nil
	}
	var values [][]E
	rows := p.trace.rows
	for _, all := range p.lro() {
		values = append(values, all[rows.Public:rows.End])
	}
	return p.replica.sums(points{device.Lagrange, rows.Public}, values)
}
