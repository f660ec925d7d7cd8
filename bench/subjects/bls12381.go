package subjects

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	device "github.com/gnark-accel/gnark-accel/accel/bls12-381"
	kernels "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bls12-381"
)

func bls12381Curve() curve {
	newDomain := func(n uint64) domain[fr.Element] {
		d := fft.NewDomain(n)
		return domain[fr.Element]{d.Generator, d.FrMultiplicativeGen, d.FrMultiplicativeGenInv,
			map[Transform]func([]fr.Element){
				Forward: func(a []fr.Element) { d.FFT(a, fft.DIF) },
				Inverse: func(a []fr.Element) { d.FFTInverse(a, fft.DIT) },
				OnCoset: func(a []fr.Element) { d.FFT(a, fft.DIF, fft.OnCoset()) },
			}}
	}
	b := baseOf(ecc.BLS12_381, device.NewG1)
	return curve{
		base:       b,
		g1:         newGroup(b, 1, device.NewG1, vectorsOf(device.NewFr)),
		g2:         newGroup(b, b.DegreeG2, device.NewG2, vectorsOf(device.NewFr)),
		transforms: newTransforms(b.Curve, kernels.Image, newDomain),
	}
}
