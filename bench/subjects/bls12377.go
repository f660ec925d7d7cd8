package subjects

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-377"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fr/fft"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/kzg"
	"github.com/consensys/gnark-crypto/utils"
	device "github.com/gnark-accel/gnark-accel/accel/bls12-377"
	kernels "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bls12-377"
)

func bls12377Curve() curve {
	b := baseOf(ecc.BLS12_377, device.NewG1)
	toCoefficients := func(values []fr.Element) {
		utils.BitReverse(values)
		fft.NewDomain(uint64(len(values))).FFTInverse(values, fft.DIT)
	}
	return curve{
		name: b.Folder(),
		g1:   newMSM(b, 1, device.NewG1, device.NewFr, bls12377.BatchJacobianToAffineG1),
		g2: newMSM(b, b.DegreeG2, device.NewG2, device.NewFr,
			oneByOne[bls12377.G2Affine, bls12377.G2Jac]),
		transforms: newTransforms(b.Curve, kernels.Image, func(n uint64) domain[fr.Element] {
			d := fft.NewDomain(n)
			return domain[fr.Element]{d.Generator, d.FrMultiplicativeGen, d.FrMultiplicativeGenInv,
				map[Transform]func([]fr.Element){
					Forward: func(a []fr.Element) { d.FFT(a, fft.DIF) },
					Inverse: func(a []fr.Element) { d.FFTInverse(a, fft.DIT) },
					OnCoset: func(a []fr.Element) { d.FFT(a, fft.DIF, fft.OnCoset()) },
				}}
		}),
		pointsG1: newPoints(device.NewG1, gnarks[bls12377.G1Affine, fr.Element]{
			bls12377.BatchScalarMultiplicationG1, kzg.ToLagrangeG1, toCoefficients}),
		pointsG2: newPoints(device.NewG2, gnarks[bls12377.G2Affine, fr.Element]{
			bls12377.BatchScalarMultiplicationG2, nil, toCoefficients}),
	}
}
