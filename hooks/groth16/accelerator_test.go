package groth16_test

import (
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/bn254"
)

// The method set is the one that gnark asks of an accelerator from v0.16.4 on.
var _ interface {
	MultiExpG1(bases []curve.G1Affine, scalars []fr.Element) (curve.G1Affine, error)
	MultiExpG2(bases []curve.G2Affine, scalars []fr.Element) (curve.G2Affine, error)
	ComputeH(a, b, c []fr.Element, domain *fft.Domain) ([]fr.Element, error)
} = (*bn254.Accelerator)(nil)
