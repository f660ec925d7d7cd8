//go:build upstream

package newest_test

import (
	"sync"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/iop"
	groth16_bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	plonk_bn254 "github.com/consensys/gnark/backend/plonk/bn254"
)

// record has the accelerator of a key answer at once, from its second proof on, with the results of
// the first. Proofs of Groth16 stay right, since only the host draws there. Those of PLONK are
// wrong, and take gnark the time of right ones. stop puts the accelerator back.
func record(pk any) (stop func()) {
	switch pk := pk.(type) {
	case *groth16_bn254.ProvingKey:
		acc := pk.Accelerator()
		pk.SetAccelerator(&groth16Recording{Accelerator: acc})
		return func() { pk.SetAccelerator(acc) }
	case *plonk_bn254.ProvingKey:
		acc := pk.Accelerator()
		pk.SetAccelerator(&plonkRecording{Accelerator: acc})
		return func() { pk.SetAccelerator(acc) }
	}
	panic("recorded over BN254 alone")
}

// answers are results by the call. Calls at once may compute the same one.
type answers[K comparable, V any] struct{ known sync.Map }

func (a *answers[K, V]) get(call K, compute func() (V, error)) (V, error) {
	if v, ok := a.known.Load(call); ok {
		return v.(V), nil
	}
	v, err := compute()
	if err == nil {
		a.known.Store(call, v)
	}
	return v, err
}

// groth16Recording knows sums by their first point, of which there is one each in a key.
type groth16Recording struct {
	groth16_bn254.Accelerator
	g1 answers[*curve.G1Affine, curve.G1Affine]
	g2 answers[*curve.G2Affine, curve.G2Affine]
	h  answers[int, []fr.Element]
}

func (r *groth16Recording) MultiExpG1(p []curve.G1Affine, s []fr.Element) (curve.G1Affine, error) {
	return r.g1.get(&p[0], func() (curve.G1Affine, error) { return r.Accelerator.MultiExpG1(p, s) })
}

func (r *groth16Recording) MultiExpG2(p []curve.G2Affine, s []fr.Element) (curve.G2Affine, error) {
	return r.g2.get(&p[0], func() (curve.G2Affine, error) { return r.Accelerator.MultiExpG2(p, s) })
}

func (r *groth16Recording) ComputeH(a, b, c []fr.Element, d *fft.Domain) ([]fr.Element, error) {
	return r.h.get(len(a), func() ([]fr.Element, error) {
		return r.Accelerator.ComputeH(a, b, c, d)
	})
}

// plonkRecording knows sums by their number of points, for no answer may differ by its values.
type plonkRecording struct {
	plonk_bn254.Accelerator
	sums       answers[int, curve.G1Affine]
	canonical  answers[int, []fr.Element]
	numerators answers[int, [][]fr.Element]
}

func (r *plonkRecording) MultiExp(p []curve.G1Affine, s []fr.Element) (curve.G1Affine, error) {
	return r.sums.get(len(s), func() (curve.G1Affine, error) {
		return r.Accelerator.MultiExp(p, s)
	})
}

func (r *plonkRecording) ToCanonical(domain *fft.Domain, p *iop.Polynomial) error {
	coefficients, err := r.canonical.get(p.Size(), func() ([]fr.Element, error) {
		err := r.Accelerator.ToCanonical(domain, p)
		return p.Coefficients(), err
	})
	*p = *iop.NewPolynomial(&coefficients, iop.Form{Basis: iop.Canonical, Layout: iop.Regular})
	return err
}

// ComputeNumerator puts coefficients in place of the input's values, as an accelerator does.
func (r *plonkRecording) ComputeNumerator(
	in *plonk_bn254.NumeratorInput,
) (*iop.Polynomial, error) {
	all := append(append([]*iop.Polynomial{
		in.L, in.R, in.O, in.Z, in.Qk, in.Ql, in.Qr, in.Qm, in.Qo, in.S1, in.S2, in.S3,
	}, in.Qcp...), in.Pi...)
	known, err := r.numerators.get(len(all), func() (vectors [][]fr.Element, err error) {
		p, err := r.Accelerator.ComputeNumerator(in)
		if err != nil {
			return nil, err
		}
		for _, input := range all {
			vectors = append(vectors, input.Coefficients())
		}
		return append(vectors, p.Coefficients()), nil
	})
	if err != nil {
		return nil, err
	}
	for i, p := range all {
		*p = *iop.NewPolynomial(&known[i], iop.Form{Basis: iop.Canonical, Layout: iop.Regular})
	}
	form := iop.Form{Basis: iop.LagrangeCoset, Layout: iop.BitReverse}
	return iop.NewPolynomial(&known[len(all)], form), nil
}
