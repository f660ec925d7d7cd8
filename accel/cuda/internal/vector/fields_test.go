package vector

import (
	"errors"
	"testing"

	fr_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	fft_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr/fft"
	fr_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	fft_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	fr_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	fft_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	fr_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr"
	fft_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// testField is a scalar field, with gnark-crypto's transforms over it.
type testField struct {
	cudatest.ScalarField
	// domain returns gnark-crypto's domain of n elements. If the shift is nil, it is its own.
	domain func(n int, shift []uint64) testDomain
}

// testDomain is one of gnark-crypto's domains, on limbs in Montgomery form.
type testDomain struct {
	generator, shift, inverse []uint64
	fft                       func(a []uint64, t Transform)
}

var testFields = []testField{
	{cudatest.BN254, bn254Domain},
	{cudatest.BLS12377, bls12377Domain},
	{cudatest.BLS12381, bls12381Domain},
	{cudatest.BW6761, bw6761Domain},
}

func bn254Domain(n int, shift []uint64) testDomain {
	d := fft_bn254.NewDomain(uint64(n))
	if shift != nil {
		d = fft_bn254.NewDomain(uint64(n), fft_bn254.WithShift(fr_bn254.Element(shift)))
	}
	fft := oracleOf(d.FFT, d.FFTInverse, fft_bn254.DIF, fft_bn254.DIT, fft_bn254.OnCoset)
	return testDomain{d.Generator[:], d.FrMultiplicativeGen[:], d.FrMultiplicativeGenInv[:], fft}
}

func bls12377Domain(n int, shift []uint64) testDomain {
	d := fft_bls12377.NewDomain(uint64(n))
	if shift != nil {
		d = fft_bls12377.NewDomain(uint64(n), fft_bls12377.WithShift(fr_bls12377.Element(shift)))
	}
	fft := oracleOf(d.FFT, d.FFTInverse, fft_bls12377.DIF, fft_bls12377.DIT, fft_bls12377.OnCoset)
	return testDomain{d.Generator[:], d.FrMultiplicativeGen[:], d.FrMultiplicativeGenInv[:], fft}
}

func bls12381Domain(n int, shift []uint64) testDomain {
	d := fft_bls12381.NewDomain(uint64(n))
	if shift != nil {
		d = fft_bls12381.NewDomain(uint64(n), fft_bls12381.WithShift(fr_bls12381.Element(shift)))
	}
	fft := oracleOf(d.FFT, d.FFTInverse, fft_bls12381.DIF, fft_bls12381.DIT, fft_bls12381.OnCoset)
	return testDomain{d.Generator[:], d.FrMultiplicativeGen[:], d.FrMultiplicativeGenInv[:], fft}
}

func bw6761Domain(n int, shift []uint64) testDomain {
	d := fft_bw6761.NewDomain(uint64(n))
	if shift != nil {
		d = fft_bw6761.NewDomain(uint64(n), fft_bw6761.WithShift(fr_bw6761.Element(shift)))
	}
	fft := oracleOf(d.FFT, d.FFTInverse, fft_bw6761.DIF, fft_bw6761.DIT, fft_bw6761.OnCoset)
	return testDomain{d.Generator[:], d.FrMultiplicativeGen[:], d.FrMultiplicativeGenInv[:], fft}
}

// oracleOf makes one function on limbs of a domain's two transforms.
func oracleOf[E, D, O any](
	forward, inverse func([]E, D, ...O), frequency, time D, onCoset func() O,
) func([]uint64, Transform) {
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
		transform(raw.View[E](raw.Bytes(a)), decimation, options...)
	}
}

// testStore opens a device and returns its store.
func testStore(t testing.TB) *Store {
	t.Helper()
	d, err := device.Open(cudatest.Library(t), 0, 0)
	cudatest.Must(t, err)
	s := NewStore(d)
	t.Cleanup(func() {
		if err := errors.Join(s.Close(), d.Close()); err != nil {
			t.Errorf("closing the device: %v", err)
		}
	})
	return s
}

// openDomain returns a domain of 2^log elements, which is closed with the test.
func openDomain(t *testing.T, s *Store, f testField, generator []uint64, log int) *Domain {
	t.Helper()
	d, err := testWorkspace(t, s).Domain(f.Field, generator, log)
	cudatest.Must(t, err)
	t.Cleanup(func() { cudatest.Must(t, d.Close()) })
	return d
}

// testWorkspace returns a workspace that is closed with the test.
func testWorkspace(t *testing.T, s *Store) *Workspace {
	t.Helper()
	w, err := s.Workspace()
	cudatest.Must(t, err)
	t.Cleanup(func() { cudatest.Must(t, w.Close()) })
	return w
}

// zeros makes a vector of n zeros.
func zeros(t *testing.T, w *Workspace, f *plan.Field, n int) *Vector {
	t.Helper()
	v, err := w.Vector(f, n)
	cudatest.Must(t, err)
	return v
}

// upload makes a vector of elements.
func upload(t *testing.T, w *Workspace, f *plan.Field, words []uint64) *Vector {
	t.Helper()
	v := zeros(t, w, f, len(words)/f.Limbs)
	w.Upload(v, raw.Bytes(words))
	return v
}

func download(t *testing.T, w *Workspace, v *Vector) []uint64 {
	t.Helper()
	words := make([]uint64, v.Len()*v.memory.field.Limbs)
	cudatest.Must(t, w.Download(raw.Bytes(words), v))
	return words
}
