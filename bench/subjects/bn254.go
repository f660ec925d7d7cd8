package subjects

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	device "github.com/gnark-accel/gnark-accel/accel/bn254"
	kernels "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bn254"
)

func bn254Curve() curve {
	b := backendOf(ecc.BN254, fp.Limbs, fr.Limbs, kernels.Fatbin, device.NewG1)
	return curve{
		name: b.name,
		g1: newMSM(b, &b.g1, device.NewG1, bn254.BatchJacobianToAffineG1,
			horner[bn254.G1Affine, bn254.G1Jac, fp.Element]),
		g2: newMSM(b, &b.g2, device.NewG2, oneByOne[bn254.G2Affine, bn254.G2Jac],
			horner[bn254.G2Affine, bn254.G2Jac, bn254.E2]),
		transforms: newTransforms(&b.field, func(n uint64) domain[fr.Element] {
			d := fft.NewDomain(n)
			return domain[fr.Element]{d.Generator, d.FrMultiplicativeGen, d.FrMultiplicativeGenInv,
				map[Transform]func([]fr.Element){
					Forward: func(a []fr.Element) { d.FFT(a, fft.DIF) },
					Inverse: func(a []fr.Element) { d.FFTInverse(a, fft.DIT) },
					OnCoset: func(a []fr.Element) { d.FFT(a, fft.DIF, fft.OnCoset()) },
				}}
		}),
	}
}
