package implementations

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-377"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel"
	device "github.com/gnark-accel/gnark-accel/accel/bls12-377"
	kernels "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bls12-377"
)

func bls12377Curve() curve {
	newDomain := func(n uint64) domain[fr.Element] {
		d := fft.NewDomain(n)
		return domain[fr.Element]{d.Generator, d.FrMultiplicativeGen, d.FrMultiplicativeGenInv,
			transformsOf[fr.Element](d, fft.DIF, fft.DIT, fft.OnCoset())}
	}
	c := known(ecc.BLS12_377)
	products := func(e *accel.Engine) (float64, error) {
		return device.NewG1(e).ProductsPerSecond()
	}
	return curve{
		Curve:      c,
		products:   products,
		g1:         newGroup[bls12377.G1Affine](c.ID, device.NewG1, device.NewFr),
		g2:         newGroup[bls12377.G2Affine](c.ID, device.NewG2, device.NewFr),
		transforms: newTransforms(c, kernels.Image, newDomain),
	}
}
