package staging

import (
	"cmp"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// Upload queues the copies of all parts on the stream. It returns when all of them have been read.
func (r *Ring) Upload(c *driver.Context, parts []Part, stream driver.Stream) error {
	return r.copy(&Transfer{Context: c, Stream: stream, Batches: []Batch{{Parts: parts}}})
}

// Download copies from the device to dst, behind the work of the stream. It returns when dst is
// full.
func (r *Ring) Download(c *driver.Context, dst []byte, src driver.Ptr, s driver.Stream) error {
	batches := []Batch{{Parts: []Part{{src, dst}}}}
	return r.copy(&Transfer{Context: c, Stream: s, Batches: batches, down: true})
}

// copy runs a transfer of one batch.
func (r *Ring) copy(t *Transfer) error {
	if err := t.Start(r, 1); err != nil {
		return err
	}
	return cmp.Or(t.Flush(0), t.End())
}
