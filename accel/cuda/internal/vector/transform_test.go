package vector

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// Every transform gives gnark-crypto's elements, in its order.
func TestTransforms(t *testing.T) {
	b := testStore(t)
	most := 12
	if cudatest.Long() {
		most = 19
	}
	for _, f := range testFields {
		for log := 1; log <= most; log++ {
			t.Run(fmt.Sprintf("%s/%d", f.Name, log), func(t *testing.T) {
				testTransforms(t, b, f, log)
			})
		}
	}
}

func testTransforms(t *testing.T, b *Store, f testField, log int) {
	n := 1 << log
	oracle := f.domain(n, nil)
	d := openDomain(t, b, f, oracle.generator, log)
	w := testWorkspace(t, b)
	in := f.Elements(n, uint64(log))
	for _, transform := range transformsOf(oracle) {
		v := upload(t, w, f.Field, in)
		w.Transform(d, transform, []*Vector{v}, []*Vector{v})
		want := slices.Clone(in)
		oracle.fft(want, transform)
		if got := download(t, w, v); !slices.Equal(got, want) {
			t.Fatalf("%+v differs from gnark-crypto's", transform)
		}
		cudatest.Must(t, v.Close())
	}
}

// transformsOf are all transforms over a domain, on it and on its coset.
func transformsOf(d testDomain) []Transform {
	var all []Transform
	for _, coset := range []*Coset{nil, {Shift: d.shift, Inverse: d.inverse}} {
		for _, inverse := range []bool{false, true} {
			for _, decimation := range []Decimation{Frequency, Time} {
				all = append(all, Transform{Inverse: inverse, Decimation: decimation, Coset: coset})
			}
		}
	}
	return all
}

// Passes of any number of levels, those of sizes that are too large for an emulator among them.
func TestTransformPasses(t *testing.T) {
	b := testStore(t)
	for _, f := range testFields {
		for _, levels := range [][]int{
			{9, 4}, {9, 1, 3}, {10, 1}, {1, 10}, {1, 1, 1},
			{3, 5, 3}, {7, 5}, {2, 2, 2, 2}, {1, 9}, {8, 2, 1},
		} {
			log := 0
			for _, n := range levels {
				log += n
			}
			oracle := f.domain(1<<log, nil)
			d := openDomain(t, b, f, oracle.generator, log)
			w := testWorkspace(t, b)
			in := f.Elements(1<<log, 1)
			for _, transform := range []Transform{{Decimation: Frequency}, {Decimation: Time}} {
				v := upload(t, w, f.Field, in)
				batch := transformBatch{
					d: d, Transform: transform, to: []*Vector{v}, from: []*Vector{v},
				}
				cudatest.Must(t, w.do(func(q *driver.Queue) {
					batch.launch(q, inOrder(levels, transform.Decimation))
				}))
				want := slices.Clone(in)
				oracle.fft(want, transform)
				if got := download(t, w, v); !slices.Equal(got, want) {
					t.Errorf("%s, passes of %v levels, %+v: not gnark-crypto's",
						f.Name, levels, transform)
				}
			}
		}
	}
}

// A batch has more vectors than one launch takes. It goes out of place, on a coset of the caller's,
// and back in place.
func TestTransformBatch(t *testing.T) {
	b := testStore(t)
	const log, batch = 5, kernels.BatchLimit + 3
	for _, f := range testFields {
		t.Run(f.Name, func(t *testing.T) {
			shift := f.Elements(60, 9)[59*f.Limbs:]
			oracle := f.domain(1<<log, shift)
			d := openDomain(t, b, f, oracle.generator, log)
			w := testWorkspace(t, b)
			there := Transform{Coset: &Coset{Shift: oracle.shift, Inverse: oracle.inverse}}
			back := Transform{Inverse: true, Decimation: Time, Coset: there.Coset}
			var from, to []*Vector
			for i := range batch {
				from = append(from, upload(t, w, f.Field, f.Elements(1<<log, uint64(i))))
				v := zeros(t, w, f.Field, 1<<log)
				to = append(to, v)
			}
			w.Transform(d, there, to, from)
			for i := range batch {
				want := f.Elements(1<<log, uint64(i))
				if got := download(t, w, from[i]); !slices.Equal(got, want) {
					t.Fatalf("vector %d was read, and changed", i)
				}
				oracle.fft(want, there)
				if got := download(t, w, to[i]); !slices.Equal(got, want) {
					t.Fatalf("vector %d differs from gnark-crypto's", i)
				}
			}
			w.Transform(d, back, to, to)
			for i := range batch {
				if got := download(t, w, to[i]); !slices.Equal(got, f.Elements(1<<log, uint64(i))) {
					t.Fatalf("vector %d does not come back", i)
				}
			}
		})
	}
}

// More cosets than a domain keeps tables for.
func TestTransformCosets(t *testing.T) {
	b := testStore(t)
	f := testFields[0]
	const log = 4
	var oracles []testDomain
	shifts := f.Elements(80, 3)
	for i := range maxCosets + 3 {
		oracles = append(oracles, f.domain(1<<log, shifts[(60+i)*f.Limbs:(61+i)*f.Limbs]))
	}
	d := openDomain(t, b, f, oracles[0].generator, log)
	w := testWorkspace(t, b)
	for round := range 2 {
		for i, oracle := range oracles {
			in := f.Elements(1<<log, uint64(i+round))
			transform := Transform{Coset: &Coset{Shift: oracle.shift, Inverse: oracle.inverse}}
			v := upload(t, w, f.Field, in)
			w.Transform(d, transform, []*Vector{v}, []*Vector{v})
			oracle.fft(in, transform)
			if got := download(t, w, v); !slices.Equal(got, in) {
				t.Fatalf("coset %d differs from gnark-crypto's", i)
			}
		}
	}
	if len(d.cosets) != maxCosets {
		t.Errorf("the domain keeps %d cosets", len(d.cosets))
	}
}

// TestCosetNotFreed: a coset that the driver refuses to free leaves the account once.
func TestCosetNotFreed(t *testing.T) {
	b, f := testStore(t), testFields[0]
	e, ok := b.device.Context.Library().Emulator()
	if !ok {
		t.Skip("a driver refuses nothing")
	}
	const log = 4
	w := testWorkspace(t, b)
	d, err := w.Domain(f.Field, f.domain(1<<log, nil).generator, log)
	cudatest.Must(t, err)
	v, shifts := zeros(t, w, f.Field, 1<<log), f.Elements(80, 3)
	transform := func(i int) {
		shift := shifts[(60+i)*f.Limbs:][:f.Limbs]
		w.Transform(d, Transform{Coset: &Coset{Shift: shift}}, []*Vector{v}, []*Vector{v})
	}
	for i := range maxCosets {
		transform(i)
	}
	cudatest.Must(t, w.Err())
	cudatest.Must(t, e.Fail("cuMemFree_v2:1=999"))
	transform(maxCosets)
	cudatest.Must(t, e.Fail(""))
	if w.Err() == nil {
		t.Error("all cosets were freed")
	}
	cudatest.Must(t, errors.Join(w.Close(), d.Close(), b.Reclaim()))
	if used := b.device.Memory.Now().Used(plan.ForVectors); used != 0 {
		t.Errorf("%d bytes are taken for nothing", used)
	}
}

func TestTransformRefuses(t *testing.T) {
	b := testStore(t)
	f := testFields[0]
	oracle, w := f.domain(8, nil), testWorkspace(t, b)
	for _, log := range []int{0, plan.LargestDomain + 1} {
		if _, err := w.Domain(f.Field, oracle.generator, log); err == nil {
			t.Errorf("a domain of 2^%d elements", log)
		}
	}
	d := openDomain(t, b, f, oracle.generator, 3)
	v := upload(t, w, f.Field, f.Elements(7, 1))
	w.Transform(d, Transform{}, []*Vector{v}, []*Vector{v})
	if w.Err() == nil {
		t.Error("7 elements over a domain of 8")
	}
	forget(w)
	w.Transform(d, Transform{}, nil, []*Vector{v})
	if w.Err() == nil {
		t.Error("a vector into none")
	}
}

// Twiddles are made once; memory that nobody uses any more goes when it is needed.
func TestDomainIsShared(t *testing.T) {
	b := testStore(t)
	before := b.device.Context.BytesInUse()
	f, w := testFields[0], testWorkspace(t, b)
	oracle := f.domain(64, nil)
	first, err := w.Domain(f.Field, oracle.generator, 6)
	cudatest.Must(t, err)
	second, err := w.Domain(f.Field, oracle.generator, 6)
	cudatest.Must(t, err)
	if first != second {
		t.Error("two domains of one generator")
	}
	cudatest.Must(t, first.Close())
	cudatest.Must(t, b.Reclaim())
	if second.tables == 0 {
		t.Error("the tables went while the domain was in use")
	}
	cudatest.Must(t, second.Close())
	cudatest.Must(t, b.Reclaim())
	if n := b.device.Context.BytesInUse(); n != before {
		t.Errorf("%d bytes in use, %d before", n, before)
	}
	if _, err := w.Domain(f.Field, oracle.generator[:1], 6); err == nil {
		t.Error("a generator of one limb")
	}
}

// The tables of a domain take what is told of them.
func TestDomainBytes(t *testing.T) {
	for _, f := range testFields {
		for _, log := range []int{1, 2, 7, 10} {
			b := testStore(t)
			oracle := f.domain(1<<log, nil)
			d := openDomain(t, b, f, oracle.generator, log)
			w := testWorkspace(t, b)
			v := zeros(t, w, f.Field, 1<<log)
			c := &Coset{Shift: oracle.shift, Inverse: oracle.inverse}
			for _, inverse := range []bool{false, true} {
				transform := Transform{Inverse: inverse, Coset: c}
				w.Transform(d, transform, []*Vector{v}, []*Vector{v})
			}
			used := b.device.Memory.Now().Used(plan.ForVectors) - v.memory.bytes
			if want := plan.DomainBytes(f.Field, log, 1); used != want {
				t.Errorf("%s, 2^%d: %d bytes, expected %d", f.Name, log, used, want)
			}
		}
	}
}

// Where there is no other memory, tables of cosets take a workspace's room for further vectors.
func TestCosetTablesTakeThePoolsMemory(t *testing.T) {
	b, f, log := testStore(t), testFields[0], 7
	b.device.Memory.Limit = 8 << 20
	oracle := f.domain(1<<log, nil)
	domain := openDomain(t, b, f, oracle.generator, log)
	w := testWorkspace(t, b)
	v := zeros(t, w, f.Field, 1<<log)
	kept := zeros(t, w, f.Field, int(b.device.Memory.Now().Left(plan.ForVectors))/f.ElementBytes())
	cudatest.Must(t, kept.Close())
	if left := b.device.Memory.Now().Left(plan.ForVectors); left >= domain.cosetBytes() {
		t.Fatalf("%d bytes are left, a test of nothing", left)
	}
	c := &Coset{Shift: oracle.shift, Inverse: oracle.inverse}
	w.Transform(domain, Transform{Coset: c}, []*Vector{v}, []*Vector{v})
	if err := w.Err(); err != nil {
		t.Error(err)
	}
}
