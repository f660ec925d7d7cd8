package group

// State has the facts that the choice of a device for a task depends on.
type State struct {
	Usable bool
	Loaded bool    // has a copy of the task's data
	Room   uint64  // bytes for one more copy
	Held   int64   // points of all copies that are there
	Speed  float64 // cost a second, relative to the other devices
	Queued float64 // cost of the tasks under way
}

// ends is the time at which the device would end a task of a cost.
func (s *State) ends(cost float64) float64 { return (s.Queued + cost) / s.Speed }

// none is the choice if no device is usable.
const none = -1

// First returns the device's place for a task of a cost, or a negative number.
//
// It is the device that would end the task first, among the ones with a copy of the task's data.
// But where the task would wait for others there, an idle device gets a copy: the emptiest one.
// That one gets the first copy too.
func First(states []State, cost float64) int {
	first, empty := none, emptiest(states)
	for i := range states {
		s := &states[i]
		if s.Usable && s.Loaded && (first == none || s.ends(cost) < states[first].ends(cost)) {
			first = i
		}
	}
	switch {
	case first == none:
		return empty
	case empty != none && states[first].Queued > 0 && states[empty].Queued == 0:
		return empty
	}
	return first
}

// similar is the least part of the most room that counts as equally empty. The driver takes some
// memory of a device that is open.
const similar = 7. / 8

// emptiest returns the device for one more copy: one of those with least to do, of these one of
// those with most room, and of these the one with fewest points. Of equals it is the first.
func emptiest(states []State) int {
	best := none
	for i := range states {
		s := &states[i]
		if !s.Usable || s.Loaded {
			continue
		}
		if best == none || s.emptierThan(&states[best]) {
			best = i
		}
	}
	return best
}

func (s *State) emptierThan(other *State) bool {
	room, others := float64(s.Room), float64(other.Room)
	switch {
	case (s.Queued == 0) != (other.Queued == 0):
		return s.Queued == 0
	case similar*room > others:
		return true
	case similar*others > room:
		return false
	}
	return s.Held < other.Held
}
