package vector

import (
	"errors"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/staging"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Sizes around those of blocks and tiles.
var vectorSizes = []int{1, 2, 3, 31, 255, 256, 257, 2047, 2049, 4500}

// eachField runs f for every field and size.
func eachField(t *testing.T, f func(t *testing.T, b *Store, field testField, n int)) {
	b := testStore(t)
	for _, field := range testFields {
		t.Run(field.Name, func(t *testing.T) {
			for _, n := range vectorSizes {
				f(t, b, field, n)
			}
		})
	}
}

// checkVector compares a vector with what integers stand for.
func (f testField) checkVector(
	t *testing.T, w *Workspace, what string, v *Vector, want []*big.Int,
) {
	t.Helper()
	for i, x := range want {
		want[i] = x.Mod(x, f.Modulus)
	}
	if got := download(t, w, v); !slices.Equal(got, f.Words(want)) {
		t.Fatalf("%s of %d elements is wrong", what, v.Len())
	}
}

func mapped(n int, f func(i int) *big.Int) []*big.Int {
	v := make([]*big.Int, n)
	for i := range v {
		v[i] = f(i)
	}
	return v
}

// TestExpectVectors has pinned buffers made ahead of time: an upload makes no more of them.
func TestExpectVectors(t *testing.T) {
	b, f := testStore(t), testFields[0]
	buffers := func(w *Workspace) int { return len(w.ring.Blocks()) }
	for _, n := range []int{
		1, staging.BufferBytes / f.ElementBytes(), 3*staging.BufferBytes/f.ElementBytes() + 1,
	} {
		w := testWorkspace(t, b)
		w.ring = staging.NewRing(&b.device.Workers, 2)
		w.Warm(f.Field, n)
		before := buffers(w)
		v := zeros(t, w, f.Field, n)
		w.Upload(v, make([]byte, n*f.ElementBytes()))
		if after := buffers(w); before == 0 || after != before {
			t.Errorf("%d elements: %d buffers were made ahead of time, "+
				"%d are there after an upload", n, before, after)
		}
	}
}

func TestElementwise(t *testing.T) {
	eachField(t, func(t *testing.T, b *Store, f testField, n int) {
		w := testWorkspace(t, b)
		in, other := f.Elements(n, 1), f.Elements(n, 2)
		x, y := f.Integers(in), f.Integers(other)
		u, v := upload(t, w, f.Field, in), upload(t, w, f.Field, other)
		to := zeros(t, w, f.Field, n)
		w.Multiply(to, u, v)
		f.checkVector(t, w, "product", to, mapped(n, func(i int) *big.Int {
			return new(big.Int).Mul(x[i], y[i])
		}))
		w.Add(to, u, v)
		f.checkVector(t, w, "sum", to, mapped(n, func(i int) *big.Int {
			return new(big.Int).Add(x[i], y[i])
		}))
		w.Subtract(to, u, v)
		f.checkVector(t, w, "difference", to, mapped(n, func(i int) *big.Int {
			return new(big.Int).Sub(x[i], y[i])
		}))
		w.Fill(to, other[(n-1)*f.Limbs:])
		f.checkVector(t, w, "filling", to, mapped(n, func(int) *big.Int {
			return new(big.Int).Set(y[n-1])
		}))
		w.Multiply(u, u, u)
		f.checkVector(t, w, "square in place", u, mapped(n, func(i int) *big.Int {
			return new(big.Int).Mul(x[i], x[i])
		}))
	})
}

func TestCombine(t *testing.T) {
	eachField(t, func(t *testing.T, b *Store, f testField, n int) {
		w := testWorkspace(t, b)
		for _, terms := range []int{1, 2, MaxTerms} {
			factors := f.Elements(terms, 5)
			var from []*Vector
			var by [][]uint64
			want := mapped(n, func(int) *big.Int { return new(big.Int) })
			for k, factor := range f.Integers(factors) {
				in := f.Elements(n, uint64(k))
				from = append(from, upload(t, w, f.Field, in))
				by = append(by, factors[k*f.Limbs:(k+1)*f.Limbs])
				for i, x := range f.Integers(in) {
					want[i].Add(want[i], x.Mul(x, factor))
				}
			}
			w.Combine(from[terms-1], by, from)
			f.checkVector(t, w, "combination", from[terms-1], want)
		}
	})
}

func TestScaleByPowersAndBitReverse(t *testing.T) {
	b := testStore(t)
	for _, f := range testFields {
		for log := 1; log <= 9; log++ {
			n := 1 << log
			oracle := f.domain(n, nil)
			d := openDomain(t, b, f, oracle.generator, log)
			w := testWorkspace(t, b)
			in := f.Elements(n, 4)
			x, shift := f.Integers(in), f.Integers(oracle.shift)[0]
			c := &Coset{Shift: oracle.shift, Inverse: oracle.inverse}
			v := upload(t, w, f.Field, in)
			scaled := zeros(t, w, f.Field, n)
			w.ScaleByPowers(d, c, scaled, v)
			want := mapped(n, func(i int) *big.Int {
				power := new(big.Int).Exp(shift, big.NewInt(int64(i)), f.Modulus)
				return power.Mul(power, x[i])
			})
			f.checkVector(t, w, "scaling", scaled, want)
			w.BitReverse(v, v)
			reversed := zeros(t, w, f.Field, n)
			w.BitReverse(reversed, v)
			w.ScaleByPowers(d, c, reversed, reversed)
			f.checkVector(t, w, "scaling of a vector reversed twice", reversed, want)
		}
	}
}

// Elements 0 stay, and do not spoil the inverses of others.
func TestInvert(t *testing.T) {
	eachField(t, func(t *testing.T, b *Store, f testField, n int) {
		w := testWorkspace(t, b)
		in := f.Elements(n, 0)
		v := upload(t, w, f.Field, in)
		to := zeros(t, w, f.Field, n)
		w.Invert(to, v)
		x := f.Integers(in)
		f.checkVector(t, w, "inversion", to, mapped(n, func(i int) *big.Int {
			if x[i].Sign() == 0 {
				return new(big.Int)
			}
			return new(big.Int).ModInverse(x[i], f.Modulus)
		}))
		w.Invert(v, v)
		if w.Err() == nil {
			t.Error("an inversion in place")
		}
	})
}

func TestPrefixProducts(t *testing.T) {
	eachField(t, func(t *testing.T, b *Store, f testField, n int) {
		w := testWorkspace(t, b)
		in := f.Elements(n, 1)
		for i := range n { // zeros would hide everything after the first
			if slices.Max(in[i*f.Limbs:(i+1)*f.Limbs]) == 0 {
				in[i*f.Limbs] = 1
			}
		}
		x := f.Integers(in)
		before, after := make([]*big.Int, n), make([]*big.Int, n)
		product := big.NewInt(1)
		for i := range n {
			before[i] = new(big.Int).Set(product)
			product.Mul(product, x[i]).Mod(product, f.Modulus)
			after[i] = new(big.Int).Set(product)
		}
		v := upload(t, w, f.Field, in)
		to := zeros(t, w, f.Field, n)
		w.ExclusiveProducts(to, v)
		f.checkVector(t, w, "exclusive product", to, before)
		w.PrefixProducts(v, v)
		f.checkVector(t, w, "inclusive product", v, after)
	})
}

func TestEvaluate(t *testing.T) {
	eachField(t, func(t *testing.T, b *Store, f testField, n int) {
		w := testWorkspace(t, b)
		in := f.Elements(n, 1)
		v := upload(t, w, f.Field, in)
		points := f.Elements(4, 0)
		for i, point := range f.Integers(points) {
			want := new(big.Int)
			for _, c := range slices.Backward(f.Integers(in)) {
				want.Mul(want, point).Add(want, c).Mod(want, f.Modulus)
			}
			got, err := w.Evaluate(v, points[i*f.Limbs:(i+1)*f.Limbs])
			cudatest.Must(t, err)
			if !slices.Equal(got, f.Words([]*big.Int{want})) {
				t.Fatalf("value of %d coefficients at %v is wrong", n, point)
			}
		}
	})
}

func TestDivide(t *testing.T) {
	eachField(t, func(t *testing.T, b *Store, f testField, n int) {
		w := testWorkspace(t, b)
		in := f.Elements(n, 1)
		points := f.Elements(4, 0)
		for i, point := range f.Integers(points) {
			if testing.Short() && i%2 == 0 {
				continue
			}
			v := upload(t, w, f.Field, in)
			w.Divide(v, v, points[i*f.Limbs:(i+1)*f.Limbs])
			want, sum := f.Integers(in), new(big.Int)
			for j := n - 1; j >= 0; j-- {
				sum.Mul(sum, point).Add(sum, want[j]).Mod(sum, f.Modulus)
				want[j].Set(sum)
			}
			f.checkVector(t, w, "division", v, want)
		}
	})
}

// More tiles than the block has threads that scans them.
func TestScansOfManyTiles(t *testing.T) {
	if !cudatest.Long() {
		t.Skip("GNARK_ACCEL_LONG is not 1")
	}
	b := testStore(t)
	f := testFields[0]
	w := testWorkspace(t, b)
	const n = 700 * kernels.ProductTile / 2
	in := f.Elements(n, 1)
	point := f.Elements(60, 2)[59*f.Limbs:]
	x, a := f.Integers(in), f.Integers(point)[0]
	v := upload(t, w, f.Field, in)
	to := zeros(t, w, f.Field, n)
	w.Divide(to, v, point)
	want, sum := make([]*big.Int, n), new(big.Int)
	for j := n - 1; j >= 0; j-- {
		sum.Mul(sum, a).Add(sum, x[j]).Mod(sum, f.Modulus)
		want[j] = new(big.Int).Set(sum)
	}
	f.checkVector(t, w, "division", to, want)
	// The first elements are zero.
	w.PrefixProducts(to.Slice(100, n), v.Slice(100, n))
	product := big.NewInt(1)
	for j := range want[100:] {
		product.Mul(product, x[100+j]).Mod(product, f.Modulus)
		want[100+j] = new(big.Int).Set(product)
	}
	f.checkVector(t, w, "product", to.Slice(100, n), want[100:])
}

// forget lets a workspace go on after a failure.
func forget(w *Workspace) { w.err = nil }

func TestVectorsRefuse(t *testing.T) {
	b := testStore(t)
	f, other := testFields[0], testFields[1]
	w, stranger := testWorkspace(t, b), testWorkspace(t, b)
	v := upload(t, w, f.Field, f.Elements(5, 1))
	short := upload(t, w, f.Field, f.Elements(4, 1))
	for what, refused := range map[string]func(){
		"lengths":        func() { w.Add(v, v, short) },
		"fields":         func() { w.Copy(v, upload(t, w, other.Field, other.Elements(5, 1))) },
		"workspaces":     func() { w.Clear(upload(t, stranger, f.Field, f.Elements(5, 1))) },
		"upload":         func() { w.Upload(v, make([]byte, 32)) },
		"download":       func() { _ = w.Download(make([]byte, 32), v) },
		"bit reversal":   func() { w.BitReverse(v, v) },
		"no combination": func() { w.Combine(v, nil, nil) },
	} {
		refused()
		first := w.Err()
		if first == nil {
			t.Errorf("%s: no error", what)
		}
		if w.Clear(v); w.Err() != first || w.Wait() != first {
			t.Errorf("%s: the workspace goes on after %v", what, first)
		}
		if _, err := w.Scalars(v); err != first {
			t.Errorf("%s: the workspace lends vectors after %v", what, first)
		}
		forget(w)
	}
	cudatest.Must(t, short.Close())
	cudatest.Must(t, short.Close())
	w.Clear(short)
	if err := w.Err(); !errors.Is(err, driver.ErrClosed) {
		t.Errorf("a closed vector: %v", err)
	}
	forget(w)
	for _, n := range []int{-1, MaxElements + 1} {
		if _, err := w.Vector(f.Field, n); err == nil {
			t.Errorf("a vector of %d elements", n)
		}
	}
	if _, err := w.Resident(f.Field, -1); err == nil {
		t.Error("a resident vector of -1 elements")
	}
}

func TestSlices(t *testing.T) {
	b := testStore(t)
	f := testFields[0]
	w := testWorkspace(t, b)
	in := f.Elements(9, 1)
	v := upload(t, w, f.Field, in)
	w.Copy(v.Slice(5, 9), v.Slice(1, 5))
	w.Clear(v.Slice(0, 2))
	want := slices.Concat(make([]uint64, 2*f.Limbs), in[2*f.Limbs:5*f.Limbs], in[f.Limbs:5*f.Limbs])
	if got := download(t, w, v.Slice(0, 9)); !slices.Equal(got, want) {
		t.Error("slices reach other elements than their own")
	}
}

// A resident vector is read by all workspaces, until it is closed.
func TestResident(t *testing.T) {
	b := testStore(t)
	f := testFields[3]
	in := f.Elements(300, 1)
	filling := testWorkspace(t, b)
	v, err := filling.Resident(f.Field, 300)
	cudatest.Must(t, err)
	filling.Upload(v, raw.Bytes(in))
	cudatest.Must(t, filling.Wait())
	for range 3 {
		w := testWorkspace(t, b)
		to := zeros(t, w, f.Field, 300)
		w.Copy(to, v)
		if !slices.Equal(download(t, w, to), in) {
			t.Error("other elements")
		}
	}
	cudatest.Must(t, v.Close())
	cudatest.Must(t, v.Close())
	late := testWorkspace(t, b)
	if late.Clear(v); !errors.Is(late.Err(), driver.ErrClosed) {
		t.Errorf("a closed vector: %v", late.Err())
	}
}

// A resident vector is closed while other workspaces' streams are destroyed.
func TestResidentBesideStreams(t *testing.T) {
	b := testStore(t)
	w := testWorkspace(t, b)
	for range 30 { // whose streams are gone through, too
		testWorkspace(t, b)
	}
	var others parallel.WaitGroup
	defer others.Wait()
	for range 4 {
		others.Go(func() {
			for range 200 {
				r, err := b.acquireResources()
				if err == nil {
					time.Sleep(20 * time.Microsecond)
					err = b.releaseResources(r, true) // as after a failure
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 200 {
		v, err := w.Resident(testFields[0].Field, 8)
		cudatest.Must(t, err)
		cudatest.Must(t, v.Close())
	}
}

// What a vector held is gone when its memory serves another one or is given back.
func TestVectorsAreCleared(t *testing.T) {
	b := testStore(t)
	f := testFields[0]
	w, err := b.Workspace()
	cudatest.Must(t, err)
	v := upload(t, w, f.Field, f.Elements(64, 1))
	at := v.memory.at
	cudatest.Must(t, v.Close())
	again := zeros(t, w, f.Field, 64)
	if again.memory.at != at {
		t.Error("the memory is not used again")
	}
	if slices.Max(download(t, w, again)) != 0 {
		t.Error("a new vector has old elements")
	}
	s := w.resources
	for _, block := range s.ring.Blocks() {
		clear(block.Bytes()) // what no upload has used is not
	}
	w.Upload(again, raw.Bytes(f.Elements(64, 1)))
	cudatest.Must(t, w.Close())
	for _, block := range s.ring.Blocks() {
		if slices.Max(block.Bytes()) != 0 {
			t.Error("a pinned buffer has old elements")
		}
	}
	next, err := b.Workspace()
	cudatest.Must(t, err)
	if next.resources != s {
		t.Error("the space is not used again")
	}
	third := zeros(t, next, f.Field, 64)
	if third.memory.at != at || slices.Max(download(t, next, third)) != 0 {
		t.Error("the next workspace's vector has old elements, or other memory")
	}
	cudatest.Must(t, w.Close()) // which is not the next one's
	next.Clear(third)
	cudatest.Must(t, next.Close())
	if _, err := next.Vector(f.Field, 1); !errors.Is(err, driver.ErrClosed) {
		t.Errorf("a closed workspace: %v", err)
	}
}

// Vectors count against the device's limit, and take what idle workspaces keep.
func TestVectorsWithinLimit(t *testing.T) {
	b := testStore(t)
	b.device.Memory.Limit = 8 << 20
	f := testFields[0]
	w := testWorkspace(t, b)
	most := int(b.device.Memory.Now().Left(plan.ForVectors)) / f.ElementBytes()
	v := zeros(t, w, f.Field, most)
	if _, err := w.Vector(f.Field, 1); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("one element too many: %v", err)
	}
	cudatest.Must(t, v.Close())
	v = zeros(t, w, f.Field, most-1) // needs the pool's memory
	cudatest.Must(t, v.Close())
	cudatest.Must(t, w.Close())
	first, second := testWorkspace(t, b), testWorkspace(t, b)
	v = zeros(t, first, f.Field, most)
	cudatest.Must(t, v.Close())
	cudatest.Must(t, first.Close())
	if _, err := second.Resident(f.Field, most); err != nil {
		t.Errorf("the memory that a closed workspace keeps: %v", err)
	}
}

// Vectors are allocated beside MSMs that run, unless these have the memory. Then a vector waits
// until the scratch memory is freed.
func TestVectorsWaitForScratchMemory(t *testing.T) {
	s, f := testStore(t), testFields[0]
	asked, freed := make(chan uint64), make(chan struct{})
	s.device.Relieve = func(most uint64) error {
		asked <- most
		<-freed
		return nil
	}
	w := testWorkspace(t, s)
	if _, err := w.Vector(f.Field, 1000); err != nil { // would wait for ever
		t.Error(err)
	}
	const slot = 0
	if !s.device.Memory.Claim(slot, s.device.Memory.Now().SlotShare()) {
		t.Error("a slot may not have its share")
	}
	done := make(chan error)
	go func() {
		_, err := w.Vector(f.Field, 2000)
		done <- err
	}()
	if most := <-asked; most != s.device.Memory.Now().SlotShare() {
		t.Errorf("slots are to keep %d bytes, not %d", most, s.device.Memory.Now().SlotShare())
	}
	select {
	case err := <-done:
		t.Errorf("memory that a slot has claimed was taken: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	close(freed)
	cudatest.Must(t, <-done)
}
