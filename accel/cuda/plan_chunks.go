package cuda

// chunks cuts n scalars, of all vectors, into chunks of at most `most`. Where anything is sent for them, so that the copies hide under
// the compute.
func (r *PlanRequest) chunks(n, most int, t *tuning) []int {
	if r.DeviceScalars && !r.StreamBases {
		return even(n, most)
	}
	return r.course(t).chunks(n, most)
}

// course is what a sum of which copies hide under the compute takes, in nanoseconds: the copy and the compute of a scalar, with its
// base if that comes along, and what each chunk adds.
type course struct{ copy, compute, chunk float64 }

func (r *PlanRequest) course(t *tuning) course {
	limbs, bytes := r.Group.CoordinateLimbs, 0
	if !r.DeviceScalars {
		bytes += r.Group.ScalarBytes()
	}
	if r.StreamBases {
		bytes += r.Group.PointBytes()
	}
	costs := t.chunk[limbs]
	return course{
		copy:    t.copyByte * float64(bytes),
		compute: t.computeEntry[limbs] * float64(r.Shape.Windows),
		chunk:   costs.each + costs.bucket*float64(r.vectors()*r.Shape.Buckets()),
	}
}

// Chunks grow by one of these ratios. About the device's time for a scalar over that of its copy keeps both busy; where that is
// large, or there are few chunks, as these cost something, a larger one takes less all in all.
var growths = []float64{1.3, 1.6, 2, 2.3, 2.6, 3, 4, 5, 7, 9}

const mostGrowing = 8 // chunks that grow

// chunks cuts n scalars into as many growing chunks of at most `most` as take the least time, or one.
func (c course) chunks(n, most int) []int {
	best, count, growth := c.time(n, most, 1, 1), 1, 1.0
	for k := 2; k <= mostGrowing; k++ {
		for _, g := range growths {
			if t := c.time(n, most, k, g); t < best {
				best, count, growth = t, k, g
			}
		}
	}
	if count == 1 {
		return even(n, most)
	}
	var chunks []int
	for chunk := range growing(n, most, count, growth) {
		chunks = append(chunks, chunk)
	}
	return chunks
}

// time is that of the last chunk's end: a chunk begins when it has been copied and the one before has ended.
func (c course) time(n, most, count int, growth float64) float64 {
	copied, ended := 0.0, 0.0
	for chunk := range growing(n, most, count, growth) {
		copied += c.copy * float64(chunk)
		ended = max(ended, copied) + c.compute*float64(chunk) + c.chunk
	}
	return ended
}

// growing yields so many chunks of n scalars, each larger than the one before by a ratio, or further ones if none may be larger
// than `most`.
func growing(n, most, count int, growth float64) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		sum := 0.0
		for range count {
			sum = sum*growth + 1
		}
		size := float64(n) / sum
		for i := 1; n > 0; i++ {
			chunk := min(max(int(size), 1), most, n)
			if i == count {
				chunk = min(n, most) // what rounding left too
			}
			if !yield(chunk) {
				return
			}
			n -= chunk
			size = min(size*growth, float64(most))
		}
	}
}

// even cuts n into as few parts of at most `most` as possible, nearly equal.
func even(n, most int) []int {
	parts := ceilDiv(n, most)
	chunks := make([]int, parts)
	for i := range chunks {
		chunks[i] = n*(i+1)/parts - n*i/parts
	}
	return chunks
}

func largest(chunks []int) int {
	m := 0
	for _, c := range chunks {
		m = max(m, c)
	}
	return m
}
