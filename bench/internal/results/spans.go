package results

import (
	"cmp"
	"slices"
)

// Span is a part of one proof, in milliseconds from its beginning.
type Span struct {
	Track string  `json:"lane"`
	Name  string  `json:"name"`
	Start float64 `json:"start"`
	Took  float64 `json:"took"`
}

// End of the span.
func (s *Span) End() float64 { return s.Start + s.Took }

// Tracks of a proof. The tracks of sums and vectors have the waits of the host, that of the device
// the work of the device.
const (
	TrackRounds = "rounds" // what the prover does, one after the other
	TrackSums   = "sums"   // MSMs on the device, from the call to the result
	// the computations with polynomials there, as long as the calls took: they do not wait for the
	// device
	TrackVectors = "vectors"
	// while the device had work, queued or running: kernels, copies, clearing of memory
	TrackDevice = "device"
)

// Tracks in the order in which they are shown.
var Tracks = []string{TrackRounds, TrackSums, TrackVectors, TrackDevice}

// Rounds of every proof system.
const (
	RoundSolver       = "solver"       // the processors solve the constraint system
	RoundVerification = "verification" // before the proof leaves
)

// DeviceTime is the part of a proof that is the device's, in milliseconds. It lasts from the first
// moment after the solver at which the device has work to the last before the proof's end.
type DeviceTime struct {
	Part float64 `json:"part"`
	Busy float64 `json:"busy"` // while it had work
	Idle float64 `json:"idle"` // the rest, as a share of the part
}

// NewDeviceTime adds up the spans of the device of one proof. It is nil if no span follows the
// solver.
func NewDeviceTime(spans []Span) *DeviceTime {
	solved, end := 0.0, 0.0
	var busy []Span
	for _, s := range spans {
		switch {
		case s.Track == TrackDevice:
			busy = append(busy, s)
		case s.Track == TrackRounds && s.Name == RoundSolver:
			solved = s.End()
		}
		if s.Track == TrackRounds {
			end = max(end, s.End())
		}
	}
	slices.SortFunc(busy, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	var t DeviceTime
	first, last := -1.0, solved // last is the end of the time added up so far
	for _, s := range busy {
		from, to := max(s.Start, last), min(s.End(), end)
		if to <= from {
			continue
		}
		if first < 0 {
			first = from
		}
		t.Busy += to - from
		last = to
	}
	if first < 0 {
		return nil
	}
	t.Part = last - first
	t.Idle = max(0, 1-t.Busy/t.Part)
	return &t
}
