// Package upstreamtest stands for gnark's backend/plonk/bn254 of v0.16.4 in tests. It declares what
// that version adds for accelerators; this module is built with an earlier one.
package upstreamtest

import (
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/iop"
	plonk "github.com/consensys/gnark/backend/plonk/bn254"
)

// NumeratorInput is the argument of ComputeNumerator.
type NumeratorInput struct {
	Domain0, Domain1           *fft.Domain
	L, R, O, Z, Qk             *iop.Polynomial
	Ql, Qr, Qm, Qo, S1, S2, S3 *iop.Polynomial
	Qcp, Pi                    []*iop.Polynomial
	Bl, Br, Bo, Bz             *iop.Polynomial
	Alpha, Beta, Gamma         fr.Element
}

// Accelerator is what a key can carry.
type Accelerator interface {
	MultiExp(bases []curve.G1Affine, scalars []fr.Element) (curve.G1Affine, error)
	ToCanonical(domain *fft.Domain, p *iop.Polynomial) error
	ComputeNumerator(in *NumeratorInput) (*iop.Polynomial, error)
}

// ProvingKey is a key with its accelerator.
type ProvingKey struct {
	plonk.ProvingKey
	accelerator Accelerator
}

// SetAccelerator sets the key's accelerator; nil is the CPU.
func (pk *ProvingKey) SetAccelerator(a Accelerator) { pk.accelerator = a }

// Accelerator returns the key's accelerator.
func (pk *ProvingKey) Accelerator() Accelerator { return pk.accelerator }
