//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	fr_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	fft_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr/fft"
	fr_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	fft_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	fr_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	fft_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	fr_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr"
	fft_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	kernels_bls12377 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bls12-377"
	kernels_bls12381 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bls12-381"
	kernels_bn254 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bn254"
	kernels_bw6761 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bw6-761"
)

// testField is a scalar field, with gnark-crypto's transforms over it.
type testField struct {
	*Field
	p *big.Int
	// domain returns gnark-crypto's domain of n elements; a shift of nil is its own.
	domain func(n int, shift []uint64) testDomain
}

// testDomain is one of gnark-crypto's domains, on limbs in Montgomery form.
type testDomain struct {
	generator, shift, inverse []uint64
	fft                       func(a []uint64, t Transform)
}

var testFields = []testField{
	{&Field{"bn254_fr", 4, kernels_bn254.Fatbin}, ecc.BN254.ScalarField(), func(n int, shift []uint64) testDomain {
		d := fft_bn254.NewDomain(uint64(n))
		if shift != nil {
			d = fft_bn254.NewDomain(uint64(n), fft_bn254.WithShift(fr_bn254.Element(shift)))
		}
		return testDomain{d.Generator[:], d.FrMultiplicativeGen[:], d.FrMultiplicativeGenInv[:],
			oracleOf(d.FFT, d.FFTInverse, fft_bn254.DIF, fft_bn254.DIT, fft_bn254.OnCoset)}
	}},
	{&Field{"bls12_377_fr", 4, kernels_bls12377.Fatbin}, ecc.BLS12_377.ScalarField(), func(n int, shift []uint64) testDomain {
		d := fft_bls12377.NewDomain(uint64(n))
		if shift != nil {
			d = fft_bls12377.NewDomain(uint64(n), fft_bls12377.WithShift(fr_bls12377.Element(shift)))
		}
		return testDomain{d.Generator[:], d.FrMultiplicativeGen[:], d.FrMultiplicativeGenInv[:],
			oracleOf(d.FFT, d.FFTInverse, fft_bls12377.DIF, fft_bls12377.DIT, fft_bls12377.OnCoset)}
	}},
	{&Field{"bls12_381_fr", 4, kernels_bls12381.Fatbin}, ecc.BLS12_381.ScalarField(), func(n int, shift []uint64) testDomain {
		d := fft_bls12381.NewDomain(uint64(n))
		if shift != nil {
			d = fft_bls12381.NewDomain(uint64(n), fft_bls12381.WithShift(fr_bls12381.Element(shift)))
		}
		return testDomain{d.Generator[:], d.FrMultiplicativeGen[:], d.FrMultiplicativeGenInv[:],
			oracleOf(d.FFT, d.FFTInverse, fft_bls12381.DIF, fft_bls12381.DIT, fft_bls12381.OnCoset)}
	}},
	{&Field{"bw6_761_fr", 6, kernels_bw6761.Fatbin}, ecc.BW6_761.ScalarField(), func(n int, shift []uint64) testDomain {
		d := fft_bw6761.NewDomain(uint64(n))
		if shift != nil {
			d = fft_bw6761.NewDomain(uint64(n), fft_bw6761.WithShift(fr_bw6761.Element(shift)))
		}
		return testDomain{d.Generator[:], d.FrMultiplicativeGen[:], d.FrMultiplicativeGenInv[:],
			oracleOf(d.FFT, d.FFTInverse, fft_bw6761.DIF, fft_bw6761.DIT, fft_bw6761.OnCoset)}
	}},
}

// oracleOf makes one function on limbs of a domain's two transforms.
func oracleOf[E, D, O any](forward, inverse func([]E, D, ...O), frequency, time D, onCoset func() O) func([]uint64, Transform) {
	return func(a []uint64, t Transform) {
		transform, decimation := forward, frequency
		if t.Inverse {
			transform = inverse
		}
		if t.Decimation == Time {
			decimation = time
		}
		var options []O
		if t.Coset != nil {
			options = append(options, onCoset())
		}
		transform(driver.View[E](driver.Bytes(a)), decimation, options...)
	}
}

// elements returns n elements: the edges of the field first, then the hostile limb patterns, then anything.
func (f testField) elements(n int, seed uint64) []uint64 {
	r := rand.New(rand.NewPCG(seed, 7))
	edges := hostileResidues(f.p, f.Limbs, r)
	words := make([]uint64, n*f.Limbs)
	for i := range n {
		v := new(big.Int)
		if i < len(edges) {
			v.Mod(edges[(i+int(seed))%len(edges)], f.p)
		} else {
			for range f.Limbs {
				v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()))
			}
			v.Mod(v, f.p)
		}
		putLimbs(words[i*f.Limbs:(i+1)*f.Limbs], v)
	}
	return words
}

// integers are the integers that elements stand for.
func (f testField) integers(words []uint64) []*big.Int {
	inverse := new(big.Int).ModInverse(montgomeryRadix(f.Limbs), f.p)
	v := make([]*big.Int, len(words)/f.Limbs)
	for i := range v {
		v[i] = getLimbs(words[i*f.Limbs : (i+1)*f.Limbs])
		v[i].Mul(v[i], inverse).Mod(v[i], f.p)
	}
	return v
}

// words are the elements that stand for integers.
func (f testField) words(values []*big.Int) []uint64 {
	words := make([]uint64, len(values)*f.Limbs)
	for i, v := range values {
		v = new(big.Int).Mul(v, montgomeryRadix(f.Limbs))
		putLimbs(words[i*f.Limbs:(i+1)*f.Limbs], v.Mod(v, f.p))
	}
	return words
}

// testBackend opens the backend, as testDevice does the device.
func testBackend(t *testing.T) *Backend { return &Backend{device: testDevice(t)} }

// testWorkspace returns a workspace that is closed with the test.
func testWorkspace(t *testing.T, b *Backend) *Workspace {
	t.Helper()
	w, err := b.Workspace()
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	return w
}

// upload makes a vector of elements.
func upload(t *testing.T, w *Workspace, f *Field, words []uint64) *Vector {
	t.Helper()
	v, err := w.Vector(f, len(words)/f.Limbs)
	must(t, err)
	must(t, w.Upload(v, driver.Bytes(words)))
	return v
}

func download(t *testing.T, w *Workspace, v *Vector) []uint64 {
	t.Helper()
	words := make([]uint64, v.Len()*v.memory.field.Limbs)
	must(t, w.Download(driver.Bytes(words), v))
	return words
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func long() bool { return os.Getenv("GNARK_ACCEL_LONG") == "1" }
