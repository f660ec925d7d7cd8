package cuda

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

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

// TestDamageWhileLoading damages copies and kernels of a load: once, which is mended, and each time.
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
		"bn254_g1_precompute:1%s=bit", "bn254_g1_precompute:2%s=block", "bn254_g1_precompute:3%s=stale",
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
