package kzg_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"math/big"
	"slices"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	theirs "github.com/consensys/gnark-crypto/ecc/bn254/kzg"
	"github.com/gnark-accel/gnark-accel/internal/kzg"
)

// largest is the number of coefficients that the reference string has room for. Polynomials of
// that size are divided by several processors.
const largest = 1 << 11

// fixture opens and commits over a reference string.
type fixture struct{ *theirs.SRS }

// newSRS makes the reference string, once.
var newSRS = sync.OnceValues(func() (*theirs.SRS, error) {
	return theirs.NewSRS(largest, big.NewInt(secret))
})

// secret is the point at which the reference string was made.
const secret = 12345

func setUp(t *testing.T) fixture {
	t.Helper()
	srs, err := newSRS()
	if err != nil {
		t.Fatal(err)
	}
	return fixture{srs}
}

func (f fixture) commit(p []fr.Element) (bn254.G1Affine, error) { return theirs.Commit(p, f.Pk) }

func (f fixture) open(p []fr.Element, point fr.Element) (theirs.OpeningProof, error) {
	h, value, err := kzg.Open[bn254.G1Affine, fr.Element, *fr.Element](f.commit, p, point)
	return theirs.OpeningProof{H: h, ClaimedValue: value}, err
}

func (f fixture) batchOpen(
	polynomials [][]fr.Element, digests []theirs.Digest, point fr.Element, hf hash.Hash,
	data ...[]byte,
) (theirs.BatchOpeningProof, error) {
	h, values, err := kzg.BatchOpen[bn254.G1Affine, fr.Element, *fr.Element](
		f.commit, polynomials, point, hf, kzg.Marshal(digests), data)
	return theirs.BatchOpeningProof{H: h, ClaimedValues: values}, err
}

// polynomial returns n coefficients that depend on the seed.
func polynomial(n int, seed uint64) []fr.Element {
	p := make([]fr.Element, n)
	x := element(seed + 2)
	for i := range p {
		p[i] = x
		x.Square(&x).Add(&x, &p[0])
	}
	return p
}

func element(v uint64) (e fr.Element) {
	e.SetUint64(v)
	return e
}

// TestOpen: openings are those of gnark-crypto, and verify. The polynomial stays as it was.
func TestOpen(t *testing.T) {
	f := setUp(t)
	for _, n := range []int{0, 1, 2, 3, 64, 1000, largest} {
		for _, point := range []fr.Element{element(0), element(1), element(secret), element(99)} {
			p := polynomial(n, 7)
			before := slices.Clone(p)
			got, err := f.open(p, point)
			want, wantErr := theirs.Open(p, point, f.Pk)
			if err != nil || wantErr != nil || got != want {
				t.Errorf("%d coefficients at %s: %v, %v", n, &point, err, wantErr)
			}
			if !slices.Equal(p, before) {
				t.Errorf("%d coefficients were changed", n)
			}
			digest, err := f.commit(p)
			if err != nil {
				t.Fatal(err)
			}
			if err := theirs.Verify(&digest, &got, point, f.Vk); err != nil {
				t.Errorf("%d coefficients at %s: %v", n, &point, err)
			}
		}
	}
}

// TestOpenTooLarge: the committer's refusal comes back, and no value with it.
func TestOpenTooLarge(t *testing.T) {
	f := setUp(t)
	proof, err := f.open(polynomial(largest+2, 7), element(3))
	if !errors.Is(err, theirs.ErrInvalidPolynomialSize) || proof != (theirs.OpeningProof{}) {
		t.Errorf("%v, %v", proof, err)
	}
	p := [][]fr.Element{polynomial(3, 1), polynomial(largest+2, 2)}
	batch, err := f.batchOpen(p, make([]theirs.Digest, 2), element(3), sha256.New())
	if !errors.Is(err, theirs.ErrInvalidPolynomialSize) || batch.ClaimedValues != nil {
		t.Errorf("%v, %v", batch, err)
	}
}

// TestBatchOpen: openings of several polynomials are those of gnark-crypto, and verify.
func TestBatchOpen(t *testing.T) {
	f := setUp(t)
	data := [][]byte{[]byte("some data"), nil, {1, 2, 3}}
	for name, sizes := range map[string][]int{
		"one": {15}, "equal": {12, 12, 12}, "growing": {1, 0, 11, largest},
		"shrinking": {largest, 1, 0}, "empty": {0, 0},
	} {
		var polynomials [][]fr.Element
		var digests []theirs.Digest
		for i, n := range sizes {
			p := polynomial(n, uint64(i))
			digest, err := f.commit(p)
			if err != nil {
				t.Fatal(err)
			}
			polynomials, digests = append(polynomials, p), append(digests, digest)
		}
		for _, point := range []fr.Element{element(0), element(77)} {
			used := sha256.New()
			used.Write([]byte("whatever was hashed before"))
			got, err := f.batchOpen(polynomials, digests, point, used, data...)
			want, wantErr := theirs.BatchOpenSinglePoint(
				polynomials, digests, point, sha256.New(), f.Pk, data...)
			if err != nil || wantErr != nil || got.H != want.H ||
				!slices.Equal(got.ClaimedValues, want.ClaimedValues) {
				t.Errorf("%s at %s: %v, %v", name, &point, err, wantErr)
			}
			err = theirs.BatchVerifySinglePoint(digests, &got, point, sha256.New(), f.Vk, data...)
			if err != nil {
				t.Errorf("%s at %s: %v", name, &point, err)
			}
		}
	}
}

// TestBatchOpenOfNothing: no polynomial has no value, and the commitment to no quotient.
func TestBatchOpenOfNothing(t *testing.T) {
	got, err := setUp(t).batchOpen(nil, nil, element(5), sha256.New())
	if err != nil || len(got.ClaimedValues) != 0 || !got.H.IsInfinity() {
		t.Errorf("%v, %v", got, err)
	}
}

// TestChallengeBindsEverything: point, digests, values and data each change the challenge.
func TestChallengeBindsEverything(t *testing.T) {
	type input struct {
		point         uint64
		digests, data []string
		values        []uint64
	}
	seen := map[fr.Element]string{}
	for _, in := range []input{
		{1, []string{"a"}, []string{"d"}, []uint64{2}},
		{3, []string{"a"}, []string{"d"}, []uint64{2}},
		{1, []string{"b"}, []string{"d"}, []uint64{2}},
		{1, []string{"a"}, []string{"e"}, []uint64{2}},
		{1, []string{"a"}, []string{"d"}, []uint64{4}},
		{1, []string{"a"}, nil, []uint64{2}},
		{1, []string{"a"}, []string{"d"}, []uint64{2, 2}},
		{1, nil, nil, nil},
	} {
		values := make([]fr.Element, len(in.values))
		for i, v := range in.values {
			values[i] = element(v)
		}
		gamma, err := kzg.Challenge[fr.Element, *fr.Element](
			sha256.New(), element(in.point), bytes(in.digests), values, bytes(in.data))
		if err != nil {
			t.Fatal(err)
		}
		if before, ok := seen[gamma]; ok {
			t.Errorf("%v and %s have one challenge", in, before)
		}
		seen[gamma] = fmt.Sprint(in)
	}
}

func bytes(texts []string) (all [][]byte) {
	for _, text := range texts {
		all = append(all, []byte(text))
	}
	return all
}

// TestMissingArguments: without a committer or a hash there is an error, and no panic.
func TestMissingArguments(t *testing.T) {
	p := polynomial(4, 1)
	type scalar = fr.Element
	_, _, open := kzg.Open[bn254.G1Affine, scalar, *scalar](nil, p, element(1))
	_, _, batch := kzg.BatchOpen[bn254.G1Affine, scalar, *scalar](
		nil, [][]scalar{p}, element(1), sha256.New(), nil, nil)
	_, unhashed := setUp(t).batchOpen([][]scalar{p}, nil, element(1), nil)
	_, challenge := kzg.Challenge[scalar, *scalar](nil, element(1), nil, nil, nil)
	for i, err := range []error{open, batch, unhashed, challenge} {
		if !errors.Is(err, kzg.ErrInvalidInput) {
			t.Errorf("%d: %v", i, err)
		}
	}
}

// failing is a hash that takes nothing.
type failing struct{ hash.Hash }

var errFailing = errors.New("no")

func (failing) Write([]byte) (int, error) { return 0, errFailing }

// TestFailingHash: the hash's own error comes back.
func TestFailingHash(t *testing.T) {
	_, err := setUp(t).batchOpen(
		[][]fr.Element{polynomial(4, 1)}, nil, element(1), failing{sha256.New()})
	if !errors.Is(err, errFailing) {
		t.Error(err)
	}
}
