//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

const numeratorThreads = 128 // as compiled (kernels/plonk)

// Numerator queues the values of the numerator of PLONK's quotient (kernels/plonk/numerator.cuh) on a coset of the domain,
// in bit-reversed order. `to` is none of the vectors that it is made of.
func (w *Workspace) Numerator(d *Domain, to *Vector, n *Numerator) error {
	if len(n.Qcp) != len(n.Pi) || len(n.Qcp) > MaxCommitments {
		return w.fail(fmt.Errorf("numerator with %d selectors for %d commitments: not supported", len(n.Qcp), len(n.Pi)))
	}
	return w.operate("numerator", func(t *driver.Thread, k *fieldKernels) error {
		if to.count != d.Len() {
			return fmt.Errorf("%d elements over a domain of %d", to.count, d.Len())
		}
		args := numeratorArgs{
			to: to.at(0), z: n.Z.at(0), one: n.One.at(0),
			ql: n.Ql.at(0), qr: n.Qr.at(0), qm: n.Qm.at(0), qo: n.Qo.at(0), qk: n.Qk.at(0),
			points: d.powers(d.generatorPowers(), factorReversed),
			shift:  newConstant(n.Shift), alpha: newConstant(n.Alpha), beta: newConstant(n.Beta), gamma: newConstant(n.Gamma),
			u: newConstant(n.U), logN: uint32(d.log), commitments: uint32(len(n.Pi)),
		}
		for i := range 3 {
			args.wires[i], args.permutation[i] = n.Wires[i].at(0), n.Permutation[i].at(0)
		}
		for i := range n.Pi {
			args.qcp[i], args.pi[i] = n.Qcp[i].at(0), n.Pi[i].at(0)
		}
		return launch(t, k.numerator, ceilDiv(to.count, numeratorThreads), numeratorThreads, w.stream, &args)
	}, append([]*Vector{to}, n.vectors()...)...)
}
