package session

import "github.com/gnark-accel/gnark-accel/accel/cuda"

// hostBases are bases that do not fit the device's memory. Their points stay in the caller's
// slice and go to the device with each MSM, in chunks.
//
// Only the [Bases] refer to them, so that the points live no longer than these.
type hostBases struct {
	backend Backend
	group   *cuda.Group
	points  []byte
}

// Shape is none: it is chosen for each MSM.
func (h *hostBases) Shape() cuda.Shape { return cuda.Shape{} }

// Bytes is the memory of the device that the bases take.
func (h *hostBases) Bytes() uint64 { return 0 }

// Plan plans one MSM: each takes the points along.
func (h *hostBases) Plan(n, _ int, where cuda.Location) (*cuda.Plan, error) {
	return h.backend.Plan(h.group, n, where)
}

// Warm does nothing: points that are sent leave little time to gain.
func (h *hostBases) Warm(int, int, cuda.Location) error { return nil }

// MultiExpBatch sends the points that it needs with each vector of scalars. The ranges must lie
// within the bases.
func (h *hostBases) MultiExpBatch(from int, vectors [][]byte) ([]*cuda.Result, error) {
	results := make([]*cuda.Result, len(vectors))
	for i, scalars := range vectors {
		points := h.slice(from, len(scalars)/h.group.ScalarBytes())
		var err error
		if results[i], err = h.backend.MultiExp(h.group, points, scalars); err != nil {
			return nil, err
		}
	}
	return addBytesUp(results), nil
}

// MultiExpVector sends the points that it needs. The range must lie within the bases.
func (h *hostBases) MultiExpVector(from int, v *cuda.Vector) (*cuda.Result, error) {
	return h.backend.MultiExpVector(h.group, h.slice(from, v.Len()), v)
}

// MultiExpScalars sends the points that it needs with each vector of scalars. The range must
// lie within the bases.
func (h *hostBases) MultiExpScalars(from int, s *cuda.Scalars) ([]*cuda.Result, error) {
	results, err := h.backend.MultiExpScalars(h.group, h.slice(from, s.Len()), s)
	if err != nil {
		return nil, err
	}
	return addBytesUp(results), nil
}

func (h *hostBases) slice(from, n int) []byte {
	size := h.group.PointBytes()
	return h.points[from*size : (from+n)*size]
}

// addBytesUp adds to the first report the bytes of the others.
func addBytesUp(results []*cuda.Result) []*cuda.Result {
	for _, r := range results[min(1, len(results)):] {
		results[0].Report.BytesUp += r.Report.BytesUp
	}
	return results
}

// Close lets go of the points.
func (h *hostBases) Close() error {
	h.points = nil
	return nil
}
