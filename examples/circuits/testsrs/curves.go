package testsrs

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	curve_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377"
	fft_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr/fft"
	kzg_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/kzg"
	curve_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	fft_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	kzg_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/kzg"
	curve_bn254 "github.com/consensys/gnark-crypto/ecc/bn254"
	fft_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	kzg_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/kzg"
	curve_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761"
	fft_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr/fft"
	kzg_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/kzg"
	"github.com/consensys/gnark-crypto/kzg"
	"github.com/gnark-accel/gnark-accel/accel"
	bls12377 "github.com/gnark-accel/gnark-accel/accel/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/accel/bls12-381"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/accel/bw6-761"
)

// srs makes the reference strings of domains of n elements.
type srs func(n uint64, tau *big.Int, e *accel.Engine) (canonical, lagrange kzg.SRS, err error)

var curves = map[ecc.ID]srs{
	ecc.BN254: of(base(curve_bn254.Generators), bn254.NewG1, bn254.NewFr,
		func(n uint64) *fft_bn254.Domain { return fft_bn254.NewDomain(n) },
		kzg_bn254.NewSRS,
		func(s *kzg_bn254.SRS) *[]curve_bn254.G1Affine { return &s.Pk.G1 }),
	ecc.BLS12_377: of(base(curve_bls12377.Generators), bls12377.NewG1, bls12377.NewFr,
		func(n uint64) *fft_bls12377.Domain { return fft_bls12377.NewDomain(n) },
		kzg_bls12377.NewSRS,
		func(s *kzg_bls12377.SRS) *[]curve_bls12377.G1Affine { return &s.Pk.G1 }),
	ecc.BLS12_381: of(base(curve_bls12381.Generators), bls12381.NewG1, bls12381.NewFr,
		func(n uint64) *fft_bls12381.Domain { return fft_bls12381.NewDomain(n) },
		kzg_bls12381.NewSRS,
		func(s *kzg_bls12381.SRS) *[]curve_bls12381.G1Affine { return &s.Pk.G1 }),
	ecc.BW6_761: of(base(curve_bw6761.Generators), bw6761.NewG1, bw6761.NewFr,
		func(n uint64) *fft_bw6761.Domain { return fft_bw6761.NewDomain(n) },
		kzg_bw6761.NewSRS,
		func(s *kzg_bw6761.SRS) *[]curve_bw6761.G1Affine { return &s.Pk.G1 }),
}

// base returns the affine generator of G1.
func base[J1, J2, P, P2 any](generators func() (J1, J2, P, P2)) P {
	_, _, g1, _ := generators()
	return g1
}

// of makes reference strings of a curve. They are gnark's shortest one with other points.
func of[P, E any, PE scalar[E], D any, G group[P, E], F field[D, E], S any, PS interface {
	*S
	kzg.SRS
}](
	base P, newG1 func(*accel.Engine) G, newFr func(*accel.Engine) F, newDomain func(uint64) D,
	shortest func(uint64, *big.Int) (*S, error), pointsOf func(*S) *[]P,
) srs {
	return func(n uint64, tau *big.Int, e *accel.Engine) (_, _ kzg.SRS, err error) {
		canonical, err := shortest(2, tau)
		if err != nil {
			return nil, nil, err
		}
		lagrange := *canonical
		*pointsOf(canonical), *pointsOf(&lagrange), err = points[P, E, PE](
			base, newG1(e), newFr(e), newDomain(n), n, tau)
		return PS(canonical), PS(&lagrange), err
	}
}
