package testsrs

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	curve_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377"
	fr_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	fft_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr/fft"
	kzg_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/kzg"
	curve_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	fr_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	fft_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	kzg_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/kzg"
	curve_bn254 "github.com/consensys/gnark-crypto/ecc/bn254"
	fr_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	fft_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	kzg_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/kzg"
	curve_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761"
	fr_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr"
	fft_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr/fft"
	kzg_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/kzg"
	"github.com/consensys/gnark-crypto/kzg"
	"github.com/gnark-accel/gnark-accel/accel"
	bls12377 "github.com/gnark-accel/gnark-accel/accel/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/accel/bls12-381"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/accel/bw6-761"
)

// curves make the reference strings of domains of n elements.
var curves = map[ecc.ID]func(n uint64, tau *big.Int, e *accel.Engine) (kzg.SRS, kzg.SRS, error){
	ecc.BN254:     new_bn254,
	ecc.BLS12_377: new_bls12377,
	ecc.BLS12_381: new_bls12381,
	ecc.BW6_761:   new_bw6761,
}

func new_bn254(n uint64, tau *big.Int, e *accel.Engine) (kzg.SRS, kzg.SRS, error) {
	_, _, base, _ := curve_bn254.Generators()
	g := group[curve_bn254.G1Affine, fr_bn254.Element]{
		base: base, multiples: bn254.NewG1(e).BatchScalarMultiplication,
		interpolate: func(values []fr_bn254.Element) error {
			return bn254.NewFr(e).Interpolate(fft_bn254.NewDomain(n), values)
		},
	}
	shortest, err := kzg_bn254.NewSRS(2, tau)
	if err != nil {
		return nil, nil, err
	}
	canonical, lagrange, err := points(g, n, tau)
	return &kzg_bn254.SRS{Pk: kzg_bn254.ProvingKey{G1: canonical}, Vk: shortest.Vk},
		&kzg_bn254.SRS{Pk: kzg_bn254.ProvingKey{G1: lagrange}, Vk: shortest.Vk}, err
}

func new_bls12377(n uint64, tau *big.Int, e *accel.Engine) (kzg.SRS, kzg.SRS, error) {
	_, _, base, _ := curve_bls12377.Generators()
	g := group[curve_bls12377.G1Affine, fr_bls12377.Element]{
		base: base, multiples: bls12377.NewG1(e).BatchScalarMultiplication,
		interpolate: func(values []fr_bls12377.Element) error {
			return bls12377.NewFr(e).Interpolate(fft_bls12377.NewDomain(n), values)
		},
	}
	shortest, err := kzg_bls12377.NewSRS(2, tau)
	if err != nil {
		return nil, nil, err
	}
	canonical, lagrange, err := points(g, n, tau)
	return &kzg_bls12377.SRS{Pk: kzg_bls12377.ProvingKey{G1: canonical}, Vk: shortest.Vk},
		&kzg_bls12377.SRS{Pk: kzg_bls12377.ProvingKey{G1: lagrange}, Vk: shortest.Vk}, err
}

func new_bls12381(n uint64, tau *big.Int, e *accel.Engine) (kzg.SRS, kzg.SRS, error) {
	_, _, base, _ := curve_bls12381.Generators()
	g := group[curve_bls12381.G1Affine, fr_bls12381.Element]{
		base: base, multiples: bls12381.NewG1(e).BatchScalarMultiplication,
		interpolate: func(values []fr_bls12381.Element) error {
			return bls12381.NewFr(e).Interpolate(fft_bls12381.NewDomain(n), values)
		},
	}
	shortest, err := kzg_bls12381.NewSRS(2, tau)
	if err != nil {
		return nil, nil, err
	}
	canonical, lagrange, err := points(g, n, tau)
	return &kzg_bls12381.SRS{Pk: kzg_bls12381.ProvingKey{G1: canonical}, Vk: shortest.Vk},
		&kzg_bls12381.SRS{Pk: kzg_bls12381.ProvingKey{G1: lagrange}, Vk: shortest.Vk}, err
}

func new_bw6761(n uint64, tau *big.Int, e *accel.Engine) (kzg.SRS, kzg.SRS, error) {
	_, _, base, _ := curve_bw6761.Generators()
	g := group[curve_bw6761.G1Affine, fr_bw6761.Element]{
		base: base, multiples: bw6761.NewG1(e).BatchScalarMultiplication,
		interpolate: func(values []fr_bw6761.Element) error {
			return bw6761.NewFr(e).Interpolate(fft_bw6761.NewDomain(n), values)
		},
	}
	shortest, err := kzg_bw6761.NewSRS(2, tau)
	if err != nil {
		return nil, nil, err
	}
	canonical, lagrange, err := points(g, n, tau)
	return &kzg_bw6761.SRS{Pk: kzg_bw6761.ProvingKey{G1: canonical}, Vk: shortest.Vk},
		&kzg_bw6761.SRS{Pk: kzg_bw6761.ProvingKey{G1: lagrange}, Vk: shortest.Vk}, err
}
