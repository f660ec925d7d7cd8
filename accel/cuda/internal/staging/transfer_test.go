package staging

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// sides is the number of buffers that the batches of a test share on the device.
const sides = 2

// testContext opens a device.
func testContext(t testing.TB) *driver.Context {
	c, err := cudatest.Library(t).OpenContext(0)
	cudatest.Must(t, err)
	t.Cleanup(func() { cudatest.Must(t, c.Close()) })
	return c
}

// testRing returns a ring with several workers, whatever the machine has, all buffers clear, and a
// stream.
func testRing(t testing.TB, c *driver.Context, cores int) (*Ring, driver.Stream) {
	workers := new(Workers)
	r := NewRing(workers, cores)
	var stream driver.Stream
	failed := c.Do(func(t *driver.Thread) (err error) {
		stream, err = t.NewStream()
		return err
	})
	t.Cleanup(func() {
		destroyed := c.Do(func(t *driver.Thread) error { return t.DestroyStream(stream) })
		if err := errors.Join(failed, r.Close(c), destroyed); err != nil {
			t.Error(err)
		}
		workers.Close()
	})
	failed = errors.Join(failed, r.prepare(c, len(r.buffers)))
	for _, block := range r.blocks {
		clear(block.Bytes())
	}
	return r, stream
}

func testMemory(t testing.TB, c *driver.Context, n int) driver.Ptr {
	var p driver.Ptr
	failed := c.Do(func(t *driver.Thread) (err error) {
		p, err = t.Alloc(uint64(max(n, 1)))
		return err
	})
	t.Cleanup(func() {
		freed := c.Do(func(t *driver.Thread) error { return t.Free(p) })
		if err := errors.Join(failed, freed); err != nil {
			t.Error(err)
		}
	})
	return p
}

func noise(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{byte(n)}).Read(b)
	return b
}

// TestTransfers sends bytes up and fetches them, through fewer buffers than they fill.
func TestTransfers(t *testing.T) {
	d := testContext(t)
	for _, cores := range []int{1, 2, 5} {
		s, stream := testRing(t, d, cores)
		for _, n := range []int{
			0, 1, minPiece - 1, minPiece, minPiece + 1, BufferBytes, 3*BufferBytes + 3,
			7*BufferBytes + 13, 23*BufferBytes - 1,
		} {
			there, sent := testMemory(t, d, n), noise(n)
			cudatest.Must(t, s.Upload(d,
				[]Part{{there, sent[:n/3]}, {there + driver.Ptr(n/3), sent[n/3:]}}, stream))
			back := make([]byte, n)
			cudatest.Must(t, s.Download(d, back, there, stream))
			if !bytes.Equal(back, sent) {
				t.Fatalf("%d bytes, %d workers: other bytes come back", n, cores)
			}
		}
		s.Wipe()
		checkClean(t, s)
	}
}

// TestPieces: the pieces of a part are about equally large. None is a small copy.
func TestPieces(t *testing.T) {
	for _, n := range []int{minPiece, minPiece + 1, BufferBytes + 1, 9*BufferBytes + 64} {
		x := &Transfer{Batches: []Batch{{Parts: []Part{{Host: make([]byte, n)}}}}}
		x.cut(0, 2)
		total, least := 0, n
		for _, p := range x.pieces {
			total, least = total+len(p.Host), min(least, len(p.Host))
		}
		if total != n || least < minPiece/2 {
			t.Errorf("%d bytes in pieces of %d in all, the least of %d", n, total, least)
		}
	}
}

func checkClean(t *testing.T, s *Ring) {
	t.Helper()
	for i, buffers := range s.buffers {
		for j := range buffers {
			if !bytes.Equal(buffers[j].memory, make([]byte, BufferBytes)) {
				t.Errorf("buffer %d of worker %d is not clear", j, i)
			}
		}
	}
}

// TestBatches sends several batches to two places in turn. Each batch is read before the next but
// one is admitted. Work before and after keeps its order, and buffers are cleared on the way.
func TestBatches(t *testing.T) {
	for _, cores := range []int{1, 4} {
		testBatches(t, cores)
	}
}

func testBatches(t *testing.T, cores int) {
	d := testContext(t)
	s, stream := testRing(t, d, cores)
	const most = 9*BufferBytes + 5
	sizes := []int{3 * BufferBytes, 0, most, 1, minPiece + 1, 4 * BufferBytes}
	there := [sides]driver.Ptr{testMemory(t, d, most), testMemory(t, d, most)}
	copies := make([]driver.Ptr, len(sizes))
	var order []string
	c := &Transfer{Context: d, Stream: stream, Clear: true}
	for i, n := range sizes {
		copies[i] = testMemory(t, d, n)
		c.Batches = append(c.Batches, Batch{
			Parts:  []Part{{there[i%sides], noise(n)}},
			Before: func(*driver.Queue) { order = append(order, fmt.Sprint("before ", i)) },
			After:  func(*driver.Queue) { order = append(order, fmt.Sprint("after ", i)) },
		})
	}
	cudatest.Must(t, c.Start(s, 0))
	c.Admit(sides)
	for i, n := range sizes {
		cudatest.Must(t, c.Flush(i))
		order = append(order, fmt.Sprint("flushed ", i))
		cudatest.Must(t, d.Queue(stream, func(q *driver.Queue) {
			q.CopyWithin(copies[i], there[i%sides], uint64(n))
		}))
		c.Admit(i + 1 + sides)
	}
	cudatest.Must(t, c.End())
	checkClean(t, s)
	var want []string
	for i, n := range sizes {
		want = append(want,
			fmt.Sprint("before ", i), fmt.Sprint("after ", i), fmt.Sprint("flushed ", i))
		back := make([]byte, n)
		cudatest.Must(t, s.Download(d, back, copies[i], stream))
		if !bytes.Equal(back, noise(n)) {
			t.Errorf("batch %d of %d bytes: other bytes arrived", i, n)
		}
	}
	if fmt.Sprint(order) != fmt.Sprint(want) {
		t.Errorf("queued in the order %v", order)
	}
}

// TestBatchesFail has a batch fail while workers copy, and one never admitted: nobody waits for
// ever.
func TestBatchesFail(t *testing.T) {
	d := testContext(t)
	s, stream := testRing(t, d, 4)
	refused := new([8192]byte) // as the arguments of a kernel
	fails := func(err error) bool {
		return err != nil && strings.Contains(err.Error(), "arguments take 8192 bytes")
	}
	for at := range 3 {
		c := &Transfer{Context: d, Stream: stream, Clear: true}
		for i := range 3 {
			there := testMemory(t, d, 20*BufferBytes)
			c.Batches = append(c.Batches, Batch{
				Parts: []Part{{there, noise(20 * BufferBytes)}},
				Before: func(q *driver.Queue) {
					if i == at {
						driver.Launch(q, 0, driver.Grid{}, refused)
					}
				},
			})
		}
		cudatest.Must(t, c.Start(s, 3))
		var err error
		for i := 0; i < 3 && err == nil; i++ {
			if err = c.Flush(i); err == nil && i >= at {
				t.Errorf("batch %d was queued in spite of a failure of %d", i, at)
			}
		}
		if end := c.End(); !fails(err) || !fails(end) {
			t.Errorf("batch %d failed: %v, %v", at, err, end)
		}
		cudatest.Must(t, d.Do(func(t *driver.Thread) error { return t.Synchronize(stream) }))
		s.Wipe()
		checkClean(t, s)
	}
	all := []Part{{testMemory(t, d, 9*BufferBytes), noise(9 * BufferBytes)}}
	c := &Transfer{Context: d, Stream: stream, Batches: []Batch{{Parts: all}}}
	cudatest.Must(t, c.Start(s, 0))
	if err := c.End(); !errors.Is(err, errUnfinished) {
		t.Errorf("a batch that was not admitted: %v", err)
	}
}

// BenchmarkUpload is the speed of Go memory on its way to the device. Some of it is in no cache.
func BenchmarkUpload(b *testing.B) {
	d := testContext(b)
	s, stream := testRing(b, d, 0)
	source := noise(1 << 28)
	for _, n := range []int{1 << 19, 1 << 21, 1 << 23, 1 << 25, 1 << 27} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			there, at := testMemory(b, d, n), 0
			b.SetBytes(int64(n))
			for b.Loop() {
				err := s.Upload(d, []Part{{there, source[at : at+n]}}, stream)
				err = errors.Join(err, d.Do(func(t *driver.Thread) error {
					return t.Synchronize(stream)
				}))
				if err != nil {
					b.Fatal(err)
				}
				at = (at + n) % len(source)
			}
		})
	}
}
