package subjects

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bw6-761"
	"github.com/consensys/gnark-crypto/ecc/bw6-761/fp"
	"github.com/consensys/gnark-crypto/ecc/bw6-761/fr"
	"github.com/consensys/gnark-crypto/ecc/bw6-761/fr/fft"
	device "github.com/gnark-accel/gnark-accel/accel/bw6-761"
	kernels "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bw6-761"
)

func bw6761Curve() curve {
	b := backendOf(ecc.BW6_761, fp.Limbs, fr.Limbs, kernels.Fatbin, device.NewG1)
	return curve{
		name: b.name,
		g1: newMSM(b, &b.g1, device.NewG1, bw6761.BatchJacobianToAffineG1,
			horner[bw6761.G1Affine, bw6761.G1Jac, fp.Element]),
		g2: newMSM(b, &b.g2, device.NewG2, oneByOne[bw6761.G2Affine, bw6761.G2Jac],
			horner[bw6761.G2Affine, bw6761.G2Jac, fp.Element]),
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
