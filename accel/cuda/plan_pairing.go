package cuda

// Round is a round of pairing (kernels/msm/pair.cuh).
type Round struct {
	Slots int // that are left, at most
	Each  int // of them that a thread takes
}

// pairShare is the part of the memory that the sums of pairs may take: one in so many bytes.
const pairShare = 2

// mostPaired is the number of entries up to which a chunk is added in pairs first: none if the group's points are not, or if
// the memory is short.
func (r *PlanRequest) mostPaired(t *tuning) int {
	if !paired(r.Group.CoordinateLimbs) {
		return 0
	}
	entries := int(min(uint64(t.mostPaired), r.Memory/pairShare/uint64(r.Group.PointBytes())))
	if entries < 4*t.pairPoints*r.vectors()*r.Shape.Buckets() {
		return 0
	}
	return entries
}

// pairing plans the rounds for a chunk of so many entries.
func (r *PlanRequest) pairing(entries, buckets int, t *tuning) []Round {
	if entries > r.mostPaired(t) {
		return nil
	}
	var rounds []Round
	for slots := entries; slots >= t.pairPoints*buckets; {
		slots = (slots + buckets) / 2
		if slots < t.pairSlots*r.Multiprocessors {
			break
		}
		wave := r.Multiprocessors * pairingOf(r.Group.CoordinateLimbs).wave
		waves := ceilDiv(slots, wave*t.longestPairing)
		rounds = append(rounds, Round{Slots: slots, Each: ceilDiv(slots, wave*waves)})
	}
	if len(rounds) < t.leastRounds {
		return nil
	}
	return rounds
}

// mostSlots is the largest number of slots that round i of any chunk leaves, 0 if there is no such round.
func (p *Plan) mostSlots(i int) int {
	most := 0
	for _, rounds := range p.Pairing {
		if i < len(rounds) {
			most = max(most, rounds[i].Slots)
		}
	}
	return most
}
