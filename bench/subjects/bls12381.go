package subjects

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	device "github.com/gnark-accel/gnark-accel/accel/bls12-381"
	kernels "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bls12-381"
)

func bls12381Curve() curve {
	b := backendOf(ecc.BLS12_381, fp.Limbs, fr.Limbs, kernels.Fatbin, device.NewG1)
	return curve{
		name: b.name,
		g1: newMSM(b, &b.g1, device.NewG1, bls12381.BatchJacobianToAffineG1,
			horner[bls12381.G1Affine, bls12381.G1Jac, fp.Element]),
		g2: newMSM(b, &b.g2, device.NewG2, oneByOne[bls12381.G2Affine, bls12381.G2Jac],
			horner[bls12381.G2Affine, bls12381.G2Jac, bls12381.E2]),
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
