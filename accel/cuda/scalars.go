//go:build cuda && linux && (amd64 || arm64)

package cuda

import "github.com/gnark-accel/gnark-accel/accel/cuda/driver"

// scalars are the vectors, in Montgomery form, that one MSM or several over the same bases are computed with. On the device
// they lie one behind the other, each as long as the longest: shorter ones end in zeros, which cost nothing.
//
// Or they are one vector that is on the device already.
type scalars struct {
	vectors [][]byte
	length  int     // scalars of the longest
	there   *Vector // instead of vectors; its workspace is locked
}

func scalarsOf(vectors [][]byte, size int) scalars {
	s := scalars{vectors: vectors}
	for _, v := range vectors {
		s.length = max(s.length, len(v)/size)
	}
	return s
}

// count is the number of vectors.
func (s *scalars) count() int {
	if s.there != nil {
		return 1
	}
	return len(s.vectors)
}

// waitFor has a stream wait for what is queued on the workspace of the vector that is on the device.
func (s *scalars) waitFor(t *driver.Thread, stream driver.Stream) error {
	w := s.there.memory.owner
	if err := t.Record(w.done, w.stream); err != nil {
		return err
	}
	return t.StreamWait(stream, w.done)
}

// parts lists what has to be sent of n scalars of the given size, from number `from` on, and says whether that is all of
// them: otherwise there are zeros in between.
func (s *scalars) parts(to driver.Ptr, from, n, size int) (parts []part, all bool) {
	all = true
	for at := from; at < from+n; {
		vector, within := s.vectors[at/s.length], at%s.length
		end := min(s.length, within+from+n-at)
		have := max(min(end, len(vector)/size), within)
		if have > within {
			parts = append(parts, part{to + driver.Ptr((at-from)*size), vector[within*size : have*size]})
		}
		all = all && have == end
		at += end - within
	}
	return parts, all
}
