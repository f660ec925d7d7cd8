package subjects

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/consensys/gnark-crypto/ecc/bn254/kzg"
	"github.com/consensys/gnark-crypto/utils"
	device "github.com/gnark-accel/gnark-accel/accel/bn254"
	kernels "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bn254"
)

func bn254Curve() curve {
	b := baseOf(ecc.BN254, device.NewG1)
	toCoefficients := func(values []fr.Element) {
		utils.BitReverse(values)
		fft.NewDomain(uint64(len(values))).FFTInverse(values, fft.DIT)
	}
	return curve{
		name: b.Folder(),
		g1:   newMSM(b, 1, device.NewG1, device.NewFr, bn254.BatchJacobianToAffineG1),
		g2: newMSM(b, b.DegreeG2, device.NewG2, device.NewFr,
			oneByOne[bn254.G2Affine, bn254.G2Jac]),
		transforms: newTransforms(b.Curve, kernels.Image, func(n uint64) domain[fr.Element] {
			d := fft.NewDomain(n)
			return domain[fr.Element]{d.Generator, d.FrMultiplicativeGen, d.FrMultiplicativeGenInv,
				map[Transform]func([]fr.Element){
					Forward: func(a []fr.Element) { d.FFT(a, fft.DIF) },
					Inverse: func(a []fr.Element) { d.FFTInverse(a, fft.DIT) },
					OnCoset: func(a []fr.Element) { d.FFT(a, fft.DIF, fft.OnCoset()) },
				}}
		}),
		pointsG1: newPoints(device.NewG1, gnarks[bn254.G1Affine, fr.Element]{
			bn254.BatchScalarMultiplicationG1, kzg.ToLagrangeG1, toCoefficients}),
		pointsG2: newPoints(device.NewG2, gnarks[bn254.G2Affine, fr.Element]{
			bn254.BatchScalarMultiplicationG2, nil, toCoefficients}),
	}
}
