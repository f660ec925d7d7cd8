package cuda

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
)

var testFields = []cudatest.ScalarField{
	cudatest.BN254, cudatest.BLS12377, cudatest.BLS12381, cudatest.BW6761,
}

// flip flips a bit of the device's memory, as a particle does.
func flip(t *testing.T, b *Backend, at driver.Ptr, bit int) {
	t.Helper()
	word := make([]byte, 1)
	at += driver.Ptr(bit / 8)
	cudatest.Must(t, b.device.Context.Do(func(th *driver.Thread) error {
		if err := errors.Join(th.CopyOut(word, at, 0), th.Synchronize(0)); err != nil {
			return err
		}
		word[0] ^= 1 << (bit % 8)
		return errors.Join(th.CopyIn(at, word, 0), th.Synchronize(0))
	}))
}

// scrubbed expects a number of damaged regions, and none afterwards.
func scrubbed(t *testing.T, b *Backend, want int) {
	t.Helper()
	for _, want := range []int{want, 0} {
		if damaged, err := b.Scrub(); damaged != want || err != nil {
			t.Fatalf("%d damaged regions, expected %d: %v", damaged, want, err)
		}
	}
}

// TestChecksumOnDevice compares the kernel of each curve with its twin on the host.
func TestChecksumOnDevice(t *testing.T) {
	b := testBackend(t)
	const row = 4096
	rows := b.device.Multiprocessors * 8
	for _, f := range testFields {
		for _, bytes := range []int{
			16, 48, row - 16, row, row + 16, 7*row + 160, rows * row, (2*rows+1)*row + 32,
		} {
			content := make([]byte, bytes)
			for i := range content {
				content[i] = byte(rand.Uint32())
			}
			var at driver.Ptr
			cudatest.Must(t, b.device.Context.Do(func(th *driver.Thread) (err error) {
				if at, err = th.Alloc(uint64(bytes)); err != nil {
					return err
				}
				return errors.Join(th.CopyIn(at, content, 0), th.Synchronize(0))
			}))
			sum, err := b.device.Checksum(device.Region{
				At: at, Bytes: uint64(bytes), Prefix: f.Name, Kernels: f.Kernels,
			})
			cudatest.Must(t, err)
			if want := b.device.ChecksumOf(content); sum != want {
				t.Errorf("%s, %d bytes: %x on the device, %x here", f.Name, bytes, sum, want)
			}
			cudatest.Must(t, b.device.Context.Do(func(th *driver.Thread) error {
				return th.Free(at)
			}))
		}
	}
}

// TestDamagedBases flips bits of points and of multiples on the device.
func TestDamagedBases(t *testing.T) {
	b, f := testBackend(t), cudatest.BN254
	const n, factor = 300, 3
	b.sums.Window = narrowWindow
	points := testPoints(n)
	bases := testBases(t, b, points, factor)
	scrubbed(t, b, 0)
	table, bits := b.watchedAt(t), 8*n*bn254G1.PointBytes()
	for _, bit := range []int{0, bits - 1, rand.IntN(bits), bits, factor*bits - 1,
		bits + rand.IntN((factor-1)*bits)} {
		flip(t, b, table, bit)
		scrubbed(t, b, 1)
		words := f.Elements(n, uint64(bit))
		r, err := bases.MultiExp(0, driver.Bytes(words))
		cudatest.Must(t, err)
		checkSum(t, fmt.Sprintf("after bit %d", bit), r, points, words)
	}
	cudatest.Must(t, bases.Close())
	scrubbed(t, b, 0)
}

// watchedAt returns the lowest address of what is watched.
func (b *Backend) watchedAt(t *testing.T) driver.Ptr {
	t.Helper()
	regions := b.device.Watched()
	if len(regions) == 0 {
		t.Fatal("nothing is watched")
	}
	return slices.MinFunc(regions, func(x, y device.Region) int {
		return cmp.Compare(x.At, y.At)
	}).At
}

// TestDamageWhileLoading damages copies and kernels of a load: once, which is mended, and each
// time.
func TestDamageWhileLoading(t *testing.T) {
	b, f := testBackend(t), cudatest.BN254
	e, ok := b.device.Context.Library().Emulator()
	if !ok {
		t.Skip("only an emulator damages on demand")
	}
	t.Cleanup(func() { cudatest.Must(t, e.Corrupt("")) })
	const n = 300
	b.sums.Window, b.sums.Factor = narrowWindow, 3
	points := testPoints(n)
	words := f.Elements(n, 1)
	for _, fault := range []string{
		"cuMemcpyHtoDAsync_v2:1%s=bit", "cuMemcpyHtoDAsync_v2:1%s=skip",
		"bn254_g1_precompute:1%s=bit", "bn254_g1_precompute:2%s=block",
		"bn254_g1_precompute:3%s=stale",
	} {
		cudatest.Must(t, e.Corrupt(fmt.Sprintf(fault, "")))
		bases, err := b.Load(bn254G1, driver.Bytes(points), 0)
		cudatest.Must(t, err)
		if e.Corrupted() == 0 {
			t.Errorf("%s met nothing", fault)
		}
		scrubbed(t, b, 0)
		r, err := bases.MultiExp(0, driver.Bytes(words))
		cudatest.Must(t, err)
		checkSum(t, fault, r, points, words)
		cudatest.Must(t, bases.Close())

		cudatest.Must(t, e.Corrupt(fmt.Sprintf(fault, "+")))
		before := b.BytesInUse()
		if _, err := b.Load(bn254G1, driver.Bytes(points), 0); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s each time: %v", fault, err)
		}
		if after := b.BytesInUse(); after != before {
			t.Errorf("%s each time: %d bytes stay", fault, after-before)
		}
		cudatest.Must(t, e.Corrupt(""))
	}
}

// TestDamagedVectors flips a bit of each region that stays for workspaces. These are a domain's
// tables, a coset's, a resident vector and an evictable one.
func TestDamagedVectors(t *testing.T) {
	b, f := testBackend(t), cudatest.BN254
	const log, n = 6, 1 << 6
	generator, err := fr.Generator(n)
	cudatest.Must(t, err)
	shift := fr.NewElement(5)
	var inverse fr.Element
	inverse.Inverse(&shift)
	coset := &Coset{Shift: driver.Words(&shift), Inverse: driver.Words(&inverse)}
	words := f.Elements(n, 3)

	// use has all four on the device, and returns what they hold.
	var resident *Vector
	var evictable *Evictable
	use := func() (values [3][]uint64) {
		w, err := b.Workspace()
		cudatest.Must(t, err)
		d, err := w.Domain(f.Field, driver.Words(&generator), log)
		cudatest.Must(t, err)
		v, image := upload(t, w, f.Field, words), upload(t, w, f.Field, words)
		w.Transform(d, Transform{Coset: coset}, []*Vector{image}, []*Vector{v})
		if resident == nil || resident.Damaged() {
			if resident != nil {
				cudatest.Must(t, resident.Close())
			}
			resident, err = w.Resident(f.Field, n)
			cudatest.Must(t, err)
			w.Copy(resident, image)
			again := download(t, w, f, image)
			w.ExpectImage(resident, image, driver.Bytes(again), func() { w.Copy(image, resident) })
		}
		if evictable == nil || !evictable.Use() {
			evictable, err = w.Evictable(f.Field, n)
			cudatest.Must(t, err)
			w.Upload(evictable.Vector(), driver.Bytes(words))
			w.ExpectElements(evictable.Vector(), driver.Bytes(words))
		}
		for i, v := range []*Vector{image, resident, evictable.Vector()} {
			values[i] = download(t, w, f, v)
		}
		cudatest.Must(t, errors.Join(w.Wait(), evictable.Done(), d.Close(), w.Close()))
		return values
	}
	want := use()
	if !slices.Equal(want[2], words) || !slices.Equal(want[0], want[1]) {
		t.Fatal("other vectors than were made")
	}
	scrubbed(t, b, 0)
	if n := len(b.device.Watched()); n != 4 {
		t.Fatalf("%d regions are watched", n)
	}
	for i := range 4 {
		regions := b.device.Watched()
		slices.SortFunc(regions, func(x, y device.Region) int { return cmp.Compare(x.At, y.At) })
		flip(t, b, regions[i].At, rand.IntN(8*int(regions[i].Bytes)))
		scrubbed(t, b, 1)
		if got := use(); !reflect.DeepEqual(got, want) {
			t.Errorf("after damage to region %d: other vectors", i)
		}
		scrubbed(t, b, 0)
		if n := len(b.device.Watched()); n != 4 {
			t.Fatalf("after damage to region %d: %d regions are watched", i, n)
		}
	}
	cudatest.Must(t, resident.Close())
	cudatest.Must(t, evictable.Close())
	scrubbed(t, b, 0)
}

// TestVectorsMadeTwice has kernels fail to write, once and each time.
func TestVectorsMadeTwice(t *testing.T) {
	b, f := testBackend(t), cudatest.BN254
	w := testWorkspace(t, b)
	e, err := w.Evictable(f.Field, 100)
	cudatest.Must(t, err)
	one := fr.One()
	calls := 0
	w.ExpectTwice(e.Vector(), func() {
		calls++
		w.Fill(e.Vector(), driver.Words(&one))
	})
	cudatest.Must(t, w.Err())
	if calls != 2 {
		t.Errorf("made %d times", calls)
	}
	w.ExpectTwice(e.Vector(), func() { w.Fill(e.Vector().Slice(1, 100), driver.Words(&one)) })
	if err := w.Err(); !errors.Is(err, ErrDamaged) {
		t.Errorf("an element that is not written: %v", err)
	}
	cudatest.Must(t, errors.Join(e.Done(), e.Close()))
}
