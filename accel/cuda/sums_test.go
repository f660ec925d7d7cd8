package cuda

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	bn254 "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	kernels_bn254 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bn254"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// The sums of these tests are over BN254's G1, whose scalars are the first of testFields.
var bn254G1 = &Group{
	Name: "bn254_g1", CoordinateLimbs: fp.Limbs, ScalarLimbs: fr.Limbs, ScalarBits: fr.Bits,
	Kernels: kernels_bn254.Image,
}

// testPoints returns the multiples G, 2G, 3G, …
func testPoints(n int) []bn254.G1Affine {
	_, _, g, _ := bn254.Generators()
	multiples := make([]fr.Element, n)
	for i := range multiples {
		multiples[i].SetUint64(uint64(i + 1))
	}
	return bn254.BatchScalarMultiplicationG1(&g, multiples)
}

// narrowWindow is a window for tests in which it is not the plan that counts. An emulated device
// reduces the buckets of the wide windows that are planned for few points one after the other.
const narrowWindow = 7

// testBases loads points, with so many multiples of each, and closes them with the test.
func testBases(t *testing.T, b *Backend, points []bn254.G1Affine, factor int) *Bases {
	t.Helper()
	b.device.Factor = factor
	bases, err := b.Load(bn254G1, len(points), raw.Bytes(points), nil, 0)
	cudatest.Must(t, err)
	cudatest.Must(t, b.Multiply(bases))
	t.Cleanup(func() { cudatest.Must(t, b.Free(bases)) })
	return bases
}

// testHostBases returns points that travel with each sum.
func testHostBases(b *Backend, points []bn254.G1Affine) *Bases {
	return b.HostBases(bn254G1, len(points), raw.Bytes(points))
}

// sumOver returns the sum over the bases from an index on.
func sumOver(b *Backend, bases *Bases, from int, v *Vector) (*Result, error) {
	s, err := v.Scalars()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	results, err := b.MultiExpScalars(bases, from, s)
	if err != nil {
		return nil, err
	}
	return results[0], nil
}

// sumOf adds the terms of a result up.
func sumOf(r *Result) bn254.G1Affine {
	var sum bn254.G1Jac
	for _, term := range r.Terms {
		c := raw.View[fp.Element](raw.Bytes(term.Point))
		p := bn254.G1Jac{Z: c[2]} // X/ZZ, Y/ZZZ with Z = ZZ
		p.X.Mul(&c[0], &c[2])
		p.Y.Mul(&c[1], &c[3])
		p.ScalarMultiplication(&p, new(big.Int).Lsh(big.NewInt(1), uint(term.Shift)))
		sum.AddAssign(&p)
	}
	var affine bn254.G1Affine
	affine.FromJacobian(&sum)
	return affine
}

// checkSum compares a sum with gnark-crypto's over the same points and scalars.
func checkSum(t *testing.T, what string, r *Result, points []bn254.G1Affine, words []uint64) {
	t.Helper()
	var want bn254.G1Affine
	_, err := want.MultiExp(points, raw.View[fr.Element](raw.Bytes(words)),
		ecc.MultiExpConfig{NbTasks: 1})
	cudatest.Must(t, err)
	if got := sumOf(r); !got.Equal(&want) {
		t.Errorf("%s: a wrong sum over %d points", what, len(points))
	}
}

// Sums of several workspaces, and of one, each with the elements that were queued before.
func TestMultiExpVectorsAtOnce(t *testing.T) {
	b, f := testBackend(t), cudatest.BN254
	b.device.Window = narrowWindow
	points := testPoints(300)
	bases := testBases(t, b, points, 2)
	shared := testWorkspace(t, b)
	var all parallel.WaitGroup
	for i := range 6 {
		w := shared
		if i%2 == 0 {
			w = testWorkspace(t, b)
		}
		all.Go(func() {
			words := f.Elements(300, uint64(i))
			squares := slices.Clone(words)
			elements := raw.View[fr.Element](raw.Bytes(squares))
			for j := range elements {
				elements[j].Square(&elements[j])
			}
			v, err := w.Vector(f.Field, 300)
			if err == nil {
				w.Upload(v, raw.Bytes(words))
				w.Multiply(v, v, v)
				err = w.Err()
			}
			var r *Result
			if err == nil {
				r, err = sumOver(b, bases, 0, v)
			}
			if err != nil {
				t.Error(err)
				return
			}
			checkSum(t, "at once", r, points, squares)
		})
	}
	all.Wait()
}

func TestMultiExpVectorRefuses(t *testing.T) {
	b, f, other := testBackend(t), cudatest.BN254, cudatest.BLS12377
	bases := testBases(t, b, testPoints(10), 2)
	w := testWorkspace(t, b)
	v := upload(t, w, f.Field, f.Elements(8, 1))
	resident, err := w.Resident(f.Field, 8)
	cudatest.Must(t, err)
	for what, test := range map[string]struct {
		v    *Vector
		want error // nil for any
	}{
		"another field": {upload(t, w, other.Field, other.Elements(8, 1)), device.ErrOtherField},
		"another device": {upload(t, testWorkspace(t, testBackend(t)), f.Field, f.Elements(8, 1)),
			device.ErrOtherField},
		"without a workspace":  {resident, nil},
		"a closed vector":      {closedVector(t, w, f), driver.ErrClosed},
		"a closed workspace's": {orphan(t, b, f), driver.ErrClosed},
	} {
		r, err := sumOver(b, bases, 0, test.v)
		if r != nil || err == nil || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, %v", what, r, err)
		}
	}
	if _, err := sumOver(b, bases, 2, v); err != nil {
		t.Error(err)
	}
	cudatest.Must(t, resident.Close())
	cudatest.Must(t, b.Free(bases))
	if _, err := sumOver(b, bases, 0, v); !errors.Is(err, driver.ErrClosed) {
		t.Errorf("closed bases: %v", err)
	}
}

func closedVector(t *testing.T, w *Workspace, f cudatest.ScalarField) *Vector {
	t.Helper()
	v := upload(t, w, f.Field, f.Elements(8, 1))
	cudatest.Must(t, v.Close())
	return v
}

// orphan returns a vector of a workspace that was closed.
func orphan(t *testing.T, b *Backend, f cudatest.ScalarField) *Vector {
	t.Helper()
	w, err := b.Workspace()
	cudatest.Must(t, err)
	v := upload(t, w, f.Field, f.Elements(8, 1))
	cudatest.Must(t, w.Close())
	return v
}

// TestKeptGivesWay: vectors that nobody uses go when bases need their memory.
func TestKeptGivesWay(t *testing.T) {
	for _, used := range []bool{true, false} {
		b, f := testBackend(t), cudatest.BN254
		w := testWorkspace(t, b)
		b.device.Memory.Limit = 1 << 20
		k, err := w.Evictable(f.Field, int(w.Available())/f.ElementBytes())
		cudatest.Must(t, err)
		if !used {
			cudatest.Must(t, k.Done())
		}
		b.device.Factor = 1
		bases, err := b.Load(bn254G1, 400, raw.Bytes(testPoints(400)), nil, 0)
		if err == nil {
			err = b.Free(bases)
		}
		if errors.Is(err, driver.ErrOutOfMemory) != used || !used && err != nil {
			t.Errorf("used %v: %v", used, err)
		}
		if k.Use() != used {
			t.Errorf("used %v: there %v", used, !used)
		}
	}
}
