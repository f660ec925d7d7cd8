package msm

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
)

const testThreads = 64

// getElement reads the coefficients of an element, and complains if one is not reduced.
func getElement(from []uint64, f bigField) (element, error) {
	e := make(element, f.degree)
	limbs := len(from) / f.degree
	for i := range e {
		e[i] = cudatest.GetLimbs(from[i*limbs : (i+1)*limbs])
		if e[i].Cmp(f.p) >= 0 {
			return nil, fmt.Errorf("%x is not reduced", e[i])
		}
	}
	return e, nil
}

// fieldTestArgs and groupTestArgs mirror those of kernels/msm/selftest.cuh.
type fieldTestArgs struct {
	a, b, c, d, out driver.Ptr
	count, _        uint32
}

type groupTestArgs struct {
	a, b, c, out driver.Ptr
	count, _     uint32
}

func TestCoordinates(t *testing.T) {
	d := testRunner(t)
	for _, g := range testGroups {
		t.Run(g.name, func(t *testing.T) { testCoordinates(t, d, g) })
	}
}

func testCoordinates(t *testing.T, d *Runner, g testGroup) {
	const operations = 10
	f, words := g.field, g.coordinateLimbs()
	values := cudatest.HostileResidues(f.p, g.limbs, rand.New(rand.NewPCG(1, 2)))
	// Every value meets every other as a and b; in long fields it meets the edges alone. The edges
	// are the first values. c, d and the second coefficients run through all of them too.
	k := len(values)
	n := k * k * 16 / max(16, g.limbs*g.limbs)
	at := func(i int) *big.Int { return values[i%k] }
	pick := func(i, coefficient int) element {
		e := element{at(i)}
		if f.degree == 2 {
			e = append(e, at(i*7+coefficient*i/k+coefficient))
		}
		return e
	}
	operands := make([][4]element, n)
	inputs := make([][]uint64, 4)
	for j := range inputs {
		inputs[j] = make([]uint64, n*words)
	}
	for i := range n {
		operands[i] = [4]element{pick(i, 1), pick(i/k, 2), pick(i+i/k, 3), pick(i/k+i%7, 4)}
		for j, e := range operands[i] {
			for m, v := range e {
				cudatest.PutLimbs(inputs[j][i*words+m*g.limbs:i*words+(m+1)*g.limbs], v)
			}
		}
	}
	kernel := cudatest.Kernel(t, d.device.Context, g.images, g.name+"_test_coordinate")
	out := cudatest.Run(t, d.device.Context, kernel, cudatest.Launch{
		Blocks: plan.CeilDiv(n, testThreads), Threads: testThreads, Inputs: inputs,
		Output: operations * n * words,
	},
		func(in []driver.Ptr, out driver.Ptr) fieldTestArgs {
			return fieldTestArgs{a: in[0], b: in[1], c: in[2], d: in[3], out: out, count: uint32(n)}
		})
	radixInverse := new(big.Int).ModInverse(cudatest.MontgomeryRadix(g.limbs), f.p)
	names := []string{"a+b", "a−b", "2a", "−a", "a·b", "a²", "a·b−c·d", "a/R", "1/a", "a = 0"}
	for i, o := range operands {
		want := fieldResults(f, o, radixInverse)
		for j, name := range names {
			got, err := getElement(out[(i*operations+j)*words:(i*operations+j+1)*words], f)
			if err != nil || !f.equal(got, want[j]) {
				t.Fatalf("%s: %x, want %x (%v), for a, b, c, d = %x", name, got, want[j], err, o)
			}
		}
	}
}

// fieldResults are the results of the test kernel for operands in Montgomery form.
func fieldResults(f bigField, o [4]element, radixInverse *big.Int) []element {
	a, b, c, d := o[0], o[1], o[2], o[3]
	montgomery := func(e element) element { return f.scale(e, radixInverse) }
	product := func(x, y element) element { return montgomery(f.mul(x, y)) }
	radix := new(big.Int).ModInverse(radixInverse, f.p)
	isZero := f.element()
	if f.isZero(a) {
		isZero[0].SetInt64(1)
	}
	return []element{
		f.add(a, b), f.sub(a, b), f.add(a, a), f.sub(f.element(), a), product(a, b), product(a, a),
		f.sub(product(a, b), product(c, d)), montgomery(a),
		f.scale(f.inverse(montgomery(a)), radix), isZero,
	}
}

// Scalars may have any limbs, reduced or not.
func TestScalarsLeaveMontgomeryForm(t *testing.T) {
	d := testRunner(t)
	for _, g := range testGroups {
		t.Run(g.name, func(t *testing.T) { testFromMontgomery(t, d, g) })
	}
}

func testFromMontgomery(t *testing.T, d *Runner, g testGroup) {
	p, limbs := g.order, g.scalarLimbs
	radix := cudatest.MontgomeryRadix(limbs)
	values := cudatest.HostileResidues(p, limbs, rand.New(rand.NewPCG(5, 6)))
	values = append(values, new(big.Int).Sub(radix, big.NewInt(1)))
	in := make([]uint64, len(values)*limbs)
	for i, v := range values {
		cudatest.PutLimbs(in[i*limbs:(i+1)*limbs], new(big.Int).Mod(v, radix))
	}
	kernel := cudatest.Kernel(t, d.device.Context, g.images, g.name+"_test_scalar")
	out := cudatest.Run(t, d.device.Context, kernel, cudatest.Launch{
		Blocks: plan.CeilDiv(len(values), testThreads), Threads: testThreads,
		Inputs: [][]uint64{in}, Output: len(in),
	},
		func(in []driver.Ptr, out driver.Ptr) fieldTestArgs {
			return fieldTestArgs{a: in[0], out: out, count: uint32(len(values))}
		})
	inverse := new(big.Int).ModInverse(radix, p)
	for i, v := range values {
		want := new(big.Int).Mul(new(big.Int).Mod(v, radix), inverse)
		want.Mod(want, p)
		if got := cudatest.GetLimbs(out[i*limbs : (i+1)*limbs]); got.Cmp(want) != 0 {
			t.Fatalf("a/R: %x, want %x, for a = %x", got, want, v)
		}
	}
}

func TestGroupLaw(t *testing.T) {
	d := testRunner(t)
	for _, g := range testGroups {
		t.Run(g.name, func(t *testing.T) { testGroupLaw(t, d, g) })
	}
}

func testGroupLaw(t *testing.T, d *Runner, g testGroup) {
	const operations = 4
	r := rand.New(rand.NewPCG(3, 4))
	c, words := bigCurve{g.field}, g.coordinateLimbs()
	p, q := c.times(g.generator, r.Uint64()), c.times(g.generator, r.Uint64())
	points := []affinePoint{{}, p, q, c.negate(p), c.plus(p, p), c.plus(p, q), g.generator}
	w := pointWriter{g, r}
	k := len(points)
	n := 4 * k * k
	inputs := [][]uint64{
		make([]uint64, n*4*words), make([]uint64, n*4*words), make([]uint64, n*2*words),
	}
	split := func(i int) (a, b affinePoint) { return points[i%k], points[i/k%k] }
	for i := range n {
		a, b := split(i)
		w.xyzz(inputs[0][4*i*words:4*(i+1)*words], a)
		w.xyzz(inputs[1][4*i*words:4*(i+1)*words], b)
		w.affine(inputs[2][2*i*words:2*(i+1)*words], b)
	}
	kernel := cudatest.Kernel(t, d.device.Context, g.images, g.name+"_test_group")
	out := cudatest.Run(t, d.device.Context, kernel, cudatest.Launch{
		Blocks: plan.CeilDiv(n, testThreads), Threads: testThreads, Inputs: inputs,
		Output: operations * 4 * n * words,
	},
		func(in []driver.Ptr, out driver.Ptr) groupTestArgs {
			return groupTestArgs{a: in[0], b: in[1], c: in[2], out: out, count: uint32(n)}
		})
	for i := range n {
		a, b := split(i)
		sum := c.plus(a, b)
		for j, want := range []affinePoint{sum, sum, c.plus(a, a), c.plus(b, b)} {
			at := (operations*i + j) * 4 * words
			if err := sameXYZZ(out[at:at+4*words], want, g); err != nil {
				t.Fatalf("operation %d on points %d and %d: %v", j, i%k, i/k%k, err)
			}
		}
	}
}

// pointWriter writes points as the kernels hold them.
type pointWriter struct {
	testGroup
	r *rand.Rand
}

// residue writes an element in Montgomery form, with p added to coefficients now and then. The
// kernels keep them below 2p.
func (w pointWriter) residue(to []uint64, e element) {
	for i, v := range w.field.scale(e, cudatest.MontgomeryRadix(w.limbs)) {
		if w.r.IntN(2) == 0 {
			v.Add(v, w.field.p)
		}
		cudatest.PutLimbs(to[i*w.limbs:(i+1)*w.limbs], v)
	}
}

// xyzz writes a point over a random denominator z: ZZ = z², ZZZ = z³. X and Y of infinity may be
// anything.
func (w pointWriter) xyzz(to []uint64, a affinePoint) {
	f, words := w.field, w.coordinateLimbs()
	z := f.each(func(int) *big.Int { return new(big.Int).SetUint64(w.r.Uint64() | 1) })
	zz := f.mul(z, z)
	zzz := f.mul(zz, z)
	if a.infinity() {
		w.residue(to, z)
		w.residue(to[words:], zz)
		return
	}
	for i, e := range []element{f.mul(a.x, zz), f.mul(a.y, zzz), zz, zzz} {
		w.residue(to[i*words:(i+1)*words], e)
	}
}

func (w pointWriter) affine(to []uint64, a affinePoint) {
	if a.infinity() {
		return
	}
	for i, e := range []element{a.x, a.y} {
		for j, v := range w.field.scale(e, cudatest.MontgomeryRadix(w.limbs)) {
			at := i*w.coordinateLimbs() + j*w.limbs
			cudatest.PutLimbs(to[at:at+w.limbs], v)
		}
	}
}

// readXYZZ reads the coordinates of a kernel's point, out of Montgomery form. It complains if one
// is not reduced.
func readXYZZ(from []uint64, g testGroup) (v [4]element, err error) {
	f, words := g.field, g.coordinateLimbs()
	inverse := new(big.Int).ModInverse(cudatest.MontgomeryRadix(g.limbs), f.p)
	for i := range v {
		e, err := getElement(from[i*words:(i+1)*words], f)
		if err != nil {
			return v, fmt.Errorf("coordinate %d: %w", i, err)
		}
		v[i] = f.scale(e, inverse)
	}
	return v, nil
}

// sameXYZZ compares a kernel's point with the expected one. It checks that the point is reduced and
// well formed.
func sameXYZZ(got []uint64, want affinePoint, g testGroup) error {
	f := g.field
	v, err := readXYZZ(got, g)
	if err != nil {
		return err
	}
	zz, zzz := v[2], v[3]
	if want.infinity() || f.isZero(zz) {
		if want.infinity() && f.isZero(zz) {
			return nil
		}
		return fmt.Errorf("infinity on one side only: ZZ = %x", zz)
	}
	if !f.equal(v[0], f.mul(want.x, zz)) || !f.equal(v[1], f.mul(want.y, zzz)) {
		return fmt.Errorf("another point")
	}
	if !f.equal(f.mul(zz, f.mul(zz, zz)), f.mul(zzz, zzz)) {
		return fmt.Errorf("ZZ³ ≠ ZZZ²")
	}
	return nil
}
