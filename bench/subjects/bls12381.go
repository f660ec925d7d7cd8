package subjects

import (
	"github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel"
	device "github.com/gnark-accel/gnark-accel/accel/bls12-381"
	kernels "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bls12-381"
)

func bls12381Curve() curve {
	field := scalarField{"bls12_381_fr", fr.Limbs, fr.Bits, kernels.Fatbin,
		func(e *accel.Engine) (float64, error) { return device.NewG1(e).ProductsPerSecond() }}
	g1 := shape{"bls12_381_g1", "", field, fp.Limbs, 1}
	g2 := shape{"bls12_381_g2", "", field, fp.Limbs, 2}
	return curve{
		name: "bls12-381",
		g1: newMSM(g1, device.NewG1, bls12381.BatchJacobianToAffineG1,
			horner[bls12381.G1Affine, bls12381.G1Jac, fp.Element]),
		g2: newMSM(g2, device.NewG2, oneByOne[bls12381.G2Affine, bls12381.G2Jac],
			horner[bls12381.G2Affine, bls12381.G2Jac, bls12381.E2]),
		transforms: newTransforms(field, func(n uint64) domain[fr.Element] {
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
