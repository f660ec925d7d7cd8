package msm

import (
	"context"
	"iter"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
)

// scalars are the vectors of one MSM, or of several over the same bases. They are in Montgomery
// form.
//
// On the device they lie one behind the other, each as long as the longest. Shorter ones end in
// zeros, which cost nothing. Scalars that are on the device before have one length.
type scalars struct {
	ctx      context.Context // stops the MSM
	location plan.Location
	count    int  // of vectors
	length   int  // scalars of the longest
	size     int  // bytes of a scalar
	bits     int  // of the longest scalar, or 0 for as many as the field has
	missing  bool // in a dry run

	vectors [][]byte // on the host

	at    driver.Ptr   // on the device
	ready driver.Event // when they are complete
}

// hostScalars are vectors in Go memory.
func hostScalars(vectors [][]byte, size int) scalars {
	s := scalars{ctx: context.Background(), vectors: vectors, count: len(vectors), size: size}
	for _, v := range vectors {
		s.length = max(s.length, len(v)/size)
	}
	return s
}

// runs yields the vectors. Vectors of one length that lie one behind the other are joined.
func runs(s *device.Scalars, size int) iter.Seq[scalars] {
	return func(yield func(scalars) bool) {
		spans := s.Spans
		for from := 0; from < len(spans); {
			first, n := spans[from], 1
			for from+n < len(spans) && follows(spans[from+n], first, n, size) {
				n++
			}
			from += n
			if !yield(scalars{
				ctx: s.Context, location: plan.OnDevice, count: n, length: first.Count, size: size,
				bits: s.Bits, at: first.At, ready: s.Ready,
			}) {
				return
			}
		}
	}
}

// within is the best shape over bases without multiples. Short scalars have fewer windows.
func (s *scalars) within(r plan.Request, memory uint64) (plan.Shape, error) {
	if s.bits > 0 {
		short := *r.Group
		short.ScalarBits = min(s.bits, short.ScalarBits)
		r.Group = &short
	}
	return r.Within(memory)
}

// follows reports whether a span is number n in the row that first begins. The spans of a row are
// equally long and lie one behind the other.
func follows(s, first device.Span, n, size int) bool {
	next := first.At + driver.Ptr(n*first.Count*size)
	return s.Allocation == first.Allocation && s.Count == first.Count && s.Count > 0 && s.At == next
}

// halves splits the vectors in two parts.
func (s *scalars) halves() (first, second scalars) {
	if half := s.count / 2; s.vectors != nil {
		return hostScalars(s.vectors[:half], s.size), hostScalars(s.vectors[half:], s.size)
	}
	first, second = *s, *s
	first.count = s.count / 2
	second.count -= first.count
	second.at = s.address(first.count * s.length)
	return first, second
}

// address is the place of scalar i on the device.
func (s *scalars) address(i int) driver.Ptr { return s.at + driver.Ptr(i*s.size) }
