//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	bn254 "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	kernels_bn254 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bn254"
)

// The sums of these tests are over BN254's G1, whose scalars are the first of testFields.
var bn254G1 = &Group{
	Name: "bn254_g1", CoordinateLimbs: fp.Limbs, ScalarLimbs: fr.Limbs, ScalarBits: fr.Bits, Kernels: kernels_bn254.Fatbin,
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

// narrowForEmulator is a window for tests in which it is not the plan that counts: an emulated device reduces the buckets of
// the wide windows that are planned for few points one after the other.
const narrowForEmulator = 7

// testBases loads points, with so many multiples of each, and closes them with the test.
func testBases(t *testing.T, b *Backend, points []bn254.G1Affine, factor int) *Bases {
	t.Helper()
	bases, err := b.device.load(bn254G1, driver.Bytes(points), b.config.Window, factor, 0)
	must(t, err)
	t.Cleanup(func() { must(t, bases.Close()) })
	return bases
}

// sumOf adds the terms of a result up.
func sumOf(r *Result) bn254.G1Affine {
	var sum bn254.G1Jac
	for _, term := range r.Terms {
		c := driver.View[fp.Element](driver.Bytes(term.Point))
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
	_, err := want.MultiExp(points, driver.View[fr.Element](driver.Bytes(words)), ecc.MultiExpConfig{NbTasks: 1})
	must(t, err)
	if got := sumOf(r); !got.Equal(&want) {
		t.Errorf("%s: a wrong sum over %d points", what, len(points))
	}
}

func TestMultiExpVector(t *testing.T) {
	b, f := testBackend(t), testFields[0]
	points := testPoints(1000)
	bases := testBases(t, b, points, 2)
	w := testWorkspace(t, b)
	for _, n := range []int{0, 1, 2, 33, 257, 993} {
		for _, from := range []int{0, 7} {
			words := f.elements(n+5, uint64(n))
			v := upload(t, w, f.Field, words)
			r, err := bases.MultiExpVector(from, v.Slice(5, n+5))
			must(t, err)
			checkSum(t, fmt.Sprintf("from %d", from), r, points[from:from+n], words[5*f.Limbs:])
			if r.Report.BytesUp != 0 || r.Report.Points != n {
				t.Errorf("%d scalars: %+v", n, r.Report)
			}
			r, err = b.MultiExpVector(bn254G1, driver.Bytes(points[from:from+n]), v.Slice(5, n+5))
			must(t, err)
			checkSum(t, "points sent along", r, points[from:from+n], words[5*f.Limbs:])
			if r.Report.BytesUp != uint64(n*bn254G1.PointBytes()) {
				t.Errorf("%d points sent along: %+v", n, r.Report)
			}
			if !slices.Equal(download(t, w, v), words) {
				t.Error("the scalars changed")
			}
			must(t, v.Close())
		}
	}
}

// Where the scratch memory is short the elements go through in pieces.
func TestMultiExpVectorInChunks(t *testing.T) {
	b, f := testBackend(t), testFields[0]
	const n = 1500
	points := testPoints(n)
	bases := testBases(t, b, points, 1)
	w := testWorkspace(t, b)
	words := f.elements(n, 1)
	v := upload(t, w, f.Field, words)
	m := &b.device.memory
	used := m.used[ofBases] + m.used[ofVectors]
	enough, err := b.device.scratch(bn254G1, n, 0, true).enough()
	must(t, err)
	for _, room := range []uint64{enough, 2 * enough} {
		m.limit = used + lanesPerDevice*room
		r, err := bases.MultiExpVector(0, v)
		must(t, err)
		checkSum(t, "in chunks", r, points, words)
		streamed, err := b.MultiExpVector(bn254G1, driver.Bytes(points), v)
		must(t, err)
		checkSum(t, "points sent along in chunks", streamed, points, words)
		if r.Report.Chunks < 2 || streamed.Report.Chunks < 2 {
			t.Errorf("%d bytes: one chunk", room)
		}
	}
	m.limit = used + 1000
	if _, err := bases.MultiExpVector(0, v); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("without memory: %v", err)
	}
	if !slices.Equal(download(t, w, v), words) { // the workspace is free again
		t.Error("the scalars changed")
	}
}

// Sums of several workspaces, and of one, each with the elements that were queued before.
func TestMultiExpVectorsAtOnce(t *testing.T) {
	b, f := testBackend(t), testFields[0]
	b.config.Window = narrowForEmulator
	points := testPoints(300)
	bases := testBases(t, b, points, 2)
	shared := testWorkspace(t, b)
	var all sync.WaitGroup
	for i := range 6 {
		w := shared
		if i%2 == 0 {
			w = testWorkspace(t, b)
		}
		all.Go(func() {
			words := f.elements(300, uint64(i))
			squares := slices.Clone(words)
			elements := driver.View[fr.Element](driver.Bytes(squares))
			for j := range elements {
				elements[j].Square(&elements[j])
			}
			v, err := w.Vector(f.Field, 300)
			if err == nil {
				err = errors.Join(w.Upload(v, driver.Bytes(words)), w.Multiply(v, v, v))
			}
			var r *Result
			if err == nil {
				r, err = bases.MultiExpVector(0, v)
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
	b, f, other := testBackend(t), testFields[0], testFields[1]
	bases := testBases(t, b, testPoints(10), 2)
	w := testWorkspace(t, b)
	v := upload(t, w, f.Field, f.elements(8, 1))
	resident, err := w.Resident(f.Field, driver.Bytes(f.elements(8, 1)))
	must(t, err)
	for what, test := range map[string]struct {
		from int
		v    *Vector
		want error // nil for any
	}{
		"before the first":     {-1, v, nil},
		"beyond the last":      {3, v, nil},
		"another field":        {0, upload(t, w, other.Field, other.elements(8, 1)), errOtherField},
		"another device":       {0, upload(t, testWorkspace(t, testBackend(t)), f.Field, f.elements(8, 1)), errOtherField},
		"without a workspace":  {0, resident, errNoWorkspace},
		"a closed vector":      {0, closedVector(t, w, f), driver.ErrClosed},
		"a closed workspace's": {0, orphan(t, b, f), driver.ErrClosed},
	} {
		if r, err := bases.MultiExpVector(test.from, test.v); r != nil || err == nil || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, %v", what, r, err)
		}
	}
	if _, err := bases.MultiExpVector(2, v); err != nil {
		t.Error(err)
	}
	if _, err := b.MultiExpVector(bn254G1, driver.Bytes(testPoints(7)), v); err == nil {
		t.Error("fewer points than elements")
	}
	must(t, resident.Close())
	must(t, bases.Close())
	if _, err := bases.MultiExpVector(0, v); !errors.Is(err, driver.ErrClosed) {
		t.Errorf("closed bases: %v", err)
	}
}

func closedVector(t *testing.T, w *Workspace, f testField) *Vector {
	t.Helper()
	v := upload(t, w, f.Field, f.elements(8, 1))
	must(t, v.Close())
	return v
}

// orphan returns a vector of a workspace that was closed.
func orphan(t *testing.T, b *Backend, f testField) *Vector {
	t.Helper()
	w, err := b.Workspace()
	must(t, err)
	v := upload(t, w, f.Field, f.elements(8, 1))
	must(t, w.Close())
	return v
}

// TestExpect makes room for sums, which then take no more memory.
func TestExpect(t *testing.T) {
	b := testBackend(t)
	b.config.Window = narrowForEmulator
	points := testPoints(300)
	bases := testBases(t, b, points, 1)
	must(t, bases.Expect(200, 3, true))
	must(t, bases.Expect(300, 1, false))
	pinned := func() (blocks int) {
		for range lanesPerDevice { // idle lanes are taken in turn
			l := b.device.take()
			blocks += len(l.stage.blocks)
			b.device.put(l)
		}
		return blocks
	}
	before, buffers := b.BytesInUse(), pinned()
	w := testWorkspace(t, b)
	f := testFields[0]
	v, err := w.Vector(f.Field, 600)
	must(t, err)
	words := f.elements(600, 1)
	must(t, w.Upload(v, driver.Bytes(words)))
	vectors := b.BytesInUse()
	for range 2 * lanesPerDevice {
		s, err := w.Scalars(v.Slice(0, 200), v.Slice(200, 400), v.Slice(400, 600))
		must(t, err)
		results, err := bases.MultiExpScalars(0, s)
		must(t, err)
		s.Close()
		for i, r := range results {
			checkSum(t, "expected", r, points[:200], words[i*200*fr.Limbs:(i+1)*200*fr.Limbs])
		}
		r, err := bases.MultiExp(0, driver.Bytes(words[:300*fr.Limbs]))
		must(t, err)
		checkSum(t, "expected, from the host", r, points, words[:300*fr.Limbs])
	}
	if after := b.BytesInUse(); before == 0 || after != vectors {
		t.Errorf("%d bytes in use before, %d with vectors, %d after sums", before, vectors, after)
	}
	if after := pinned(); buffers == 0 || after != buffers {
		t.Errorf("%d blocks of pinned memory before, %d after sums", buffers, after)
	}
	if err := bases.Expect(301, 1, true); err == nil {
		t.Error("more scalars than bases")
	}
	must(t, errors.Join(bases.Expect(0, 1, true), bases.Expect(300, 0, true), bases.Expect(300, 1<<20, true)))
	closed, err := b.device.load(bn254G1, driver.Bytes(points), b.config.Window, 1, 0)
	must(t, err)
	must(t, closed.Close())
	if err := closed.Expect(300, 1, true); !errors.Is(err, driver.ErrClosed) {
		t.Errorf("closed bases: %v", err)
	}
}
