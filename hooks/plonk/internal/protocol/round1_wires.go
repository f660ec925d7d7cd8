package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// maxTogether is the largest domain with one MSM for L, R and O. All rows have a part there, which
// takes less time than to leave known ones out. Tests change it.
var maxTogether = 1 << 13

// commitWires commits to L, R and O and derives gamma and beta. Meanwhile the coefficients of
// those and of the other polynomials that depend on the witness are computed.
func (p *proving[P, E]) commitWires() error {
	if err := p.sendWires(); err != nil {
		return err
	}
	onDevice, err := p.beginWires()
	if err != nil {
		return err
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

// committedRows returns the rows that MSMs over L, R and O are about. Those of the public inputs
// and of the padding are left out of a large domain.
func (p *proving[P, E]) committedRows() (from, to int) {
	if n := len(p.trace.Points); n <= maxTogether {
		return 0, n
	}
	return p.trace.rows.Public, p.trace.rows.End
}

// beginWires begins the MSMs over L, R and O on the device. Each begins when its wire was sent, or
// all together in a small domain.
func (p *proving[P, E]) beginWires() (onDevice []commitments[P], err error) {
	from, to := p.committedRows()
	over := suffix{device.Lagrange, from}
	for wire := range 3 {
		if err := p.sendWire(wire); err != nil {
			return nil, err
		}
		if to-from < len(p.trace.Points) {
			values := device.Wire(wire, from, to)
			onDevice = append(onDevice, p.replica.start(p.device, over, values))
		}
	}
	if len(onDevice) == 0 {
		onDevice = append(onDevice, p.replica.start(p.device, over, device.AllWires()))
	}
	return onDevice, nil
}

// gathers reports whether the device makes L, R and O of the wires.
func (p *proving[P, E]) gathers() bool {
	return p.wires != nil && p.device.Takes(len(p.wires))
}

// sendWires sends all wires to the device, if that gathers L, R and O.
func (p *proving[P, E]) sendWires() error {
	if !p.gathers() {
		return nil
	}
	defer p.region("send")()
	return engine.Optional(p.device.SendWires(p.wires))
}

// sendWire sends the values of L, R or O to the device, without the padding. It sends nothing where
// the device gathers them itself.
func (p *proving[P, E]) sendWire(wire int) error {
	if p.gathers() {
		return nil
	}
	defer p.region("send")()
	err := p.device.SendWire(wire, p.lro()[wire][:p.trace.rows.End], p.paddingValue)
	return engine.Optional(err)
}

// interpolateWires has the device interpolate L, R, O, Qk and Pi, or else the host.
func (p *proving[P, E]) interpolateWires() error {
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

// commitToWires sets the commitments to L, R and O. They are the MSMs over the committed rows, and
// the contributions of the other rows and of the blinding.
func (p *proving[P, E]) commitToWires(onDevice []commitments[P]) error {
	defer p.region("commit")()
	var tasks parallel.Tasks
	var sums []P
	tasks.Go(func() (err error) {
		sums, err = p.sumsOfWires(onDevice)
		return err
	})
	var blindings, others [3]P
	g := p.attachment.G1
	for i, b := range [][]E{p.blinding.l, p.blinding.r, p.blinding.o} {
		tasks.Go(func() error {
			blindings[i] = commitBlinding(g, b, len(p.trace.Points), p.key.Canonical)
			return nil
		})
	}
	if from, to := p.committedRows(); to-from < len(p.trace.Points) {
		tasks.Go(func() (err error) {
			others, err = p.sumsOfOtherRows()
			return err
		})
	}
	if err := tasks.Wait(); err != nil {
		return err
	}
	for i := range sums {
		p.proof.LRO[i] = g.Sum(blindings[i], others[i], sums[i])
	}
	return nil
}

// sumsOfOtherRows returns the contributions of the rows that are not committed. The padding has one
// value, and the sum of the points that it meets is known.
func (p *proving[P, E]) sumsOfOtherRows() (sums [3]P, err error) {
	g, trace := p.attachment.G1, p.trace
	times := func(padding *P) P { return g.Times(padding, &p.paddingValue) }
	sums = [3]P{times(&trace.paddingL), times(&trace.padding)}
	sums[2] = sums[1]
	if n := trace.rows.Public; n > 0 {
		public, err := p.replica.sums(suffix{device.Lagrange, 0}, [][]E{p.public[:n]})
		if err != nil {
			return sums, err
		}
		sums[0] = g.Sum(sums[0], public[0])
	}
	return sums, nil
}

// sumsOfWires returns the MSMs over the committed rows. They are the device's, or else all three
// are computed together.
func (p *proving[P, E]) sumsOfWires(onDevice []commitments[P]) ([]P, error) {
	var sums []P
	for _, wait := range onDevice {
		sum, err := wait()
		if err := engine.Optional(err); err != nil {
			return nil, err
		}
		sums = append(sums, sum...)
	}
	if len(sums) == len(p.proof.LRO) {
		return sums, nil
	}
	from, to := p.committedRows()
	var scalars [][]E
	for _, all := range p.lro() {
		scalars = append(scalars, all[from:to])
	}
	return p.replica.sums(suffix{device.Lagrange, from}, scalars)
}
