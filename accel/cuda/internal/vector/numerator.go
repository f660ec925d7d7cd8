package vector

import (
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// Numerator holds the parts of the numerator of PLONK's quotient on a coset.
//
// The coset is one of a domain. All vectors are values at its n points, in bit-reversed order.
type Numerator struct {
	Wires       [3]*Vector // L, R, O
	Permutation [3]*Vector // S1, S2, S3
	Z, One      *Vector    // One is L₁, which is 1 at 1 and 0 elsewhere on the domain
	// Ql, Qr, Qm, Qo and Qk are the selectors.
	Ql, Qr, Qm, Qo, Qk *Vector
	// Qcp are the selectors of the commitments Pi, [MaxCommitments] of each at most.
	Qcp, Pi []*Vector
	// Shift is the coset's. U is the shift of the copies of the domain that S1, S2 and S3 map to.
	// All are in Montgomery form.
	Shift, Alpha, Beta, Gamma, U []uint64
}

// vectors are all vectors of the numerator.
func (n *Numerator) vectors() []*Vector {
	single := []*Vector{n.Z, n.One, n.Ql, n.Qr, n.Qm, n.Qo, n.Qk}
	return slices.Concat(n.Wires[:], n.Permutation[:], single, n.Qcp, n.Pi)
}

// Numerator queues the numerator of PLONK's quotient on a coset of the domain. The values are in
// bit-reversed order (kernels/plonk/numerator.cuh). Vector to is none of its parts.
func (w *Workspace) Numerator(d *Domain, to *Vector, n *Numerator) {
	if len(n.Qcp) != len(n.Pi) || len(n.Qcp) > MaxCommitments {
		w.fail(fmt.Errorf("numerator with %d selectors for %d commitments: not supported",
			len(n.Qcp), len(n.Pi)))
		return
	}
	if to.count != d.Len() {
		w.fail(fmt.Errorf("numerator of %d elements over a domain of %d", to.count, d.Len()))
		return
	}
	forSome(w, "numerator", "plonk_numerator", 1, kernels.NumeratorThreads, n.args(d, to),
		append([]*Vector{to}, n.vectors()...)...)
}

func (n *Numerator) args(d *Domain, to *Vector) numeratorArgs {
	args := numeratorArgs{
		to: to.at(0), z: n.Z.at(0), one: n.One.at(0),
		ql: n.Ql.at(0), qr: n.Qr.at(0), qm: n.Qm.at(0), qo: n.Qo.at(0), qk: n.Qk.at(0),
		points: d.powers(d.generatorPowers(), kernels.FactorReversed),
		shift:  newConstant(n.Shift), alpha: newConstant(n.Alpha), beta: newConstant(n.Beta),
		gamma: newConstant(n.Gamma), u: newConstant(n.U),
		logN: uint32(d.log), commitments: uint32(len(n.Pi)),
	}
	for i := range 3 {
		args.wires[i], args.permutation[i] = n.Wires[i].at(0), n.Permutation[i].at(0)
	}
	for i := range n.Pi {
		args.qcp[i], args.pi[i] = n.Qcp[i].at(0), n.Pi[i].at(0)
	}
	return args
}
