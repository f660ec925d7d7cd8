//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// testStage returns a stage with several copiers, whatever the machine has, all slots clear, and a stream.
func testStage(t testing.TB, d *device, cores int) (*stage, driver.Stream) {
	s := &stage{crew: &d.crew, cores: cores}
	var stream driver.Stream
	failed := d.context.Do(func(t *driver.Thread) (err error) {
		stream, err = t.NewStream()
		return err
	})
	t.Cleanup(func() {
		err := errors.Join(failed, s.close(d.context), d.context.Do(func(t *driver.Thread) error { return t.DestroyStream(stream) }))
		if err != nil {
			t.Error(err)
		}
	})
	failed = errors.Join(failed, s.prepare(d.context, s.staff()))
	for _, block := range s.blocks {
		clear(block.Bytes())
	}
	return s, stream
}

func testMemory(t testing.TB, d *device, n int) driver.Ptr {
	var p driver.Ptr
	failed := d.context.Do(func(t *driver.Thread) (err error) {
		p, err = t.Alloc(uint64(max(n, 1)))
		return err
	})
	t.Cleanup(func() {
		if err := errors.Join(failed, d.context.Do(func(t *driver.Thread) error { return t.Free(p) })); err != nil {
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

// TestTransfers sends bytes up and fetches them, through fewer slots than they fill.
func TestTransfers(t *testing.T) {
	d := testDevice(t)
	for _, cores := range []int{1, 2, 5} {
		s, stream := testStage(t, d, cores)
		for _, n := range []int{
			0, 1, leastPiece - 1, leastPiece, leastPiece + 1, slotBytes, 3*slotBytes + 3, 7*slotBytes + 13, 23*slotBytes - 1,
		} {
			there, sent := testMemory(t, d, n), noise(n)
			must(t, s.upload(d.context, []part{{there, sent[:n/3]}, {there + driver.Ptr(n/3), sent[n/3:]}}, stream))
			back := make([]byte, n)
			must(t, s.download(d.context, back, there, stream))
			if !bytes.Equal(back, sent) {
				t.Fatalf("%d bytes, %d copiers: other bytes come back", n, cores)
			}
		}
		s.wipe()
		checkClean(t, s)
	}
}

func checkClean(t *testing.T, s *stage) {
	t.Helper()
	for i, slots := range s.copiers {
		for j := range slots {
			if !bytes.Equal(slots[j].buffer, make([]byte, slotBytes)) {
				t.Errorf("slot %d of copier %d is not clear", j, i)
			}
		}
	}
}

// TestShipments sends several shipments to the same place, each read before the next but one is admitted, in their order with what
// goes before and after, and has the slots cleared on the way.
func TestShipments(t *testing.T) {
	d := testDevice(t)
	s, stream := testStage(t, d, 4)
	const most = 9*slotBytes + 5
	sizes := []int{3 * slotBytes, 0, most, 1, leastPiece + 1, 4 * slotBytes}
	there := [sides]driver.Ptr{testMemory(t, d, most), testMemory(t, d, most)}
	copies := make([]driver.Ptr, len(sizes))
	var order []string
	c := &conveyor{context: d.context, stream: stream, clears: true}
	for i, n := range sizes {
		copies[i] = testMemory(t, d, n)
		c.shipments = append(c.shipments, shipment{
			parts:  []part{{there[i%sides], noise(n)}},
			before: func(*driver.Thread) error { order = append(order, fmt.Sprint("before ", i)); return nil },
			after:  func(*driver.Thread) error { order = append(order, fmt.Sprint("after ", i)); return nil },
		})
	}
	must(t, c.start(s, 0))
	c.admit(sides)
	for i, n := range sizes {
		must(t, c.arrive(i))
		must(t, d.context.Do(func(t *driver.Thread) error { return t.CopyWithin(copies[i], there[i%sides], uint64(n), stream) }))
		c.admit(i + 1 + sides)
	}
	must(t, c.end())
	checkClean(t, s)
	var want []string
	for i, n := range sizes {
		want = append(want, fmt.Sprint("before ", i), fmt.Sprint("after ", i))
		back := make([]byte, n)
		must(t, s.download(d.context, back, copies[i], stream))
		if !bytes.Equal(back, noise(n)) {
			t.Errorf("shipment %d of %d bytes: other bytes arrived", i, n)
		}
	}
	if fmt.Sprint(order) != fmt.Sprint(want) {
		t.Errorf("queued in the order %v", order)
	}
}

// TestShipmentsFail has a shipment fail while copiers are at work, and one left behind: nobody waits for ever.
func TestShipmentsFail(t *testing.T) {
	d := testDevice(t)
	s, stream := testStage(t, d, 4)
	failure := errors.New("failure of the test")
	for at := range 3 {
		c := &conveyor{context: d.context, stream: stream, clears: true}
		for i := range 3 {
			there := testMemory(t, d, 20*slotBytes)
			c.shipments = append(c.shipments, shipment{
				parts: []part{{there, noise(20 * slotBytes)}},
				before: func(*driver.Thread) error {
					if i == at {
						return failure
					}
					return nil
				},
			})
		}
		must(t, c.start(s, 3))
		var err error
		for i := 0; i < 3 && err == nil; i++ {
			if err = c.arrive(i); err == nil && i >= at {
				t.Errorf("shipment %d arrived in spite of a failure of %d", i, at)
			}
		}
		if end := c.end(); !errors.Is(err, failure) || !errors.Is(end, failure) {
			t.Errorf("shipment %d failed: %v, %v", at, err, end)
		}
		must(t, d.context.Do(func(t *driver.Thread) error { return t.Synchronize(stream) }))
		s.wipe()
		checkClean(t, s)
	}
	all := []part{{testMemory(t, d, 9*slotBytes), noise(9 * slotBytes)}}
	c := &conveyor{context: d.context, stream: stream, shipments: []shipment{{parts: all}}}
	must(t, c.start(s, 0))
	if err := c.end(); !errors.Is(err, errLeftBehind) {
		t.Errorf("a shipment that was not admitted: %v", err)
	}
}

// BenchmarkUpload is the speed at which ordinary memory, some of it not in any cache, comes to the device.
func BenchmarkUpload(b *testing.B) {
	d := testDevice(b)
	s, stream := testStage(b, d, 0)
	source := noise(1 << 28)
	for _, n := range []int{1 << 19, 1 << 21, 1 << 23, 1 << 25, 1 << 27} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			there, at := testMemory(b, d, n), 0
			b.SetBytes(int64(n))
			for b.Loop() {
				err := s.upload(d.context, []part{{there, source[at : at+n]}}, stream)
				err = errors.Join(err, d.context.Do(func(t *driver.Thread) error { return t.Synchronize(stream) }))
				if err != nil {
					b.Fatal(err)
				}
				at = (at + n) % len(source)
			}
		})
	}
}
