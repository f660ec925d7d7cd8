//go:build cuda && linux && (amd64 || arm64)

package cuda

import "github.com/gnark-accel/gnark-accel/accel/cuda/driver"

// scalars are the vectors, in Montgomery form, that one MSM or several over the same bases are computed with. On the device
// they lie one behind the other, each as long as the longest: shorter ones end in zeros, which cost nothing.
//
// Or they are on the device already, likewise: one vector that holds all of them, each as long as the others.
type scalars struct {
	vectors [][]byte
	length  int // scalars of the longest

	there *Vector // instead of vectors
	many  int     // that are in it
	ready driver.Event
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
		return s.many
	}
	return len(s.vectors)
}

// halves are the vectors that are on the device, in two parts.
func (s *scalars) halves() (first, second scalars) {
	first, second = *s, *s
	first.many = s.many / 2
	second.many -= first.many
	first.there = s.there.Slice(0, first.many*s.length)
	second.there = s.there.Slice(first.many*s.length, s.many*s.length)
	return first, second
}

// waitFor has a stream wait for the scalars that are on the device.
func (s *scalars) waitFor(t *driver.Thread, stream driver.Stream) error {
	return t.StreamWait(stream, s.ready)
}

// parts lists what has to be sent of n scalars of the given size, from number `from` on, and says whether there are gaps
// between them, where vectors are shorter than the longest.
func (s *scalars) parts(to driver.Ptr, from, n, size int) (parts []part, gaps bool) {
	for at := from; at < from+n; {
		vector, within := s.vectors[at/s.length], at%s.length
		end := min(s.length, within+from+n-at)
		have := max(min(end, len(vector)/size), within)
		if have > within {
			parts = append(parts, part{to + driver.Ptr((at-from)*size), vector[within*size : have*size]})
		}
		gaps = gaps || have < end
		at += end - within
	}
	return parts, gaps
}
