//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// upload queues the copies of all parts on the stream. It returns when all of them have been read.
func (s *stage) upload(c *driver.Context, parts []part, stream driver.Stream) error {
	return s.transfer(c, parts, stream, false)
}

// download copies from the device to dst, behind what is queued on the stream, and returns when dst is full.
func (s *stage) download(c *driver.Context, dst []byte, src driver.Ptr, stream driver.Stream) error {
	return s.transfer(c, []part{{src, dst}}, stream, true)
}

func (s *stage) transfer(context *driver.Context, parts []part, stream driver.Stream, down bool) error {
	c := &conveyor{context: context, stream: stream, down: down, shipments: []shipment{{parts: parts}}}
	if err := c.start(s, 1); err != nil {
		return err
	}
	err := c.arrive(0)
	if end := c.end(); err == nil {
		err = end
	}
	return err
}
