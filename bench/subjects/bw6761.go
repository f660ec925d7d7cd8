package subjects

import (
	"github.com/consensys/gnark-crypto/ecc/bw6-761"
	"github.com/consensys/gnark-crypto/ecc/bw6-761/fp"
	"github.com/consensys/gnark-crypto/ecc/bw6-761/fr"
	"github.com/consensys/gnark-crypto/ecc/bw6-761/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel"
	device "github.com/gnark-accel/gnark-accel/accel/bw6-761"
	kernels "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bw6-761"
)

func bw6761Curve() curve {
	field := scalarField{"bw6_761_fr", fr.Limbs, fr.Bits, kernels.Fatbin,
		func(e *accel.Engine) (float64, error) { return device.NewG1(e).ProductsPerSecond() }}
	g1 := shape{"bw6_761_g1", "", field, fp.Limbs, 1}
	g2 := shape{"bw6_761_g2", "bw6_761_g1", field, fp.Limbs, 1}
	return curve{
		name: "bw6-761",
		g1: newMSM(g1, device.NewG1, bw6761.BatchJacobianToAffineG1,
			horner[bw6761.G1Affine, bw6761.G1Jac, fp.Element]),
		g2: newMSM(g2, device.NewG2, oneByOne[bw6761.G2Affine, bw6761.G2Jac],
			horner[bw6761.G2Affine, bw6761.G2Jac, fp.Element]),
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
