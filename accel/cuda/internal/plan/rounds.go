package plan

// Round is a round of batch-affine additions (kernels/msm/batch_affine.cuh).
type Round struct {
	Slots int // most sums that the round leaves
	Each  int // slots of a thread
}

// roundShare limits the sums of the rounds to one in roundShare bytes of the memory.
const roundShare = 2

// maxBatchAffine is the largest chunk with rounds of batch-affine additions, in entries. It is 0 if
// the group has no such kernels, or if the memory is short.
func (r *Request) maxBatchAffine() int {
	t := r.tuning()
	if !HasBatchAffine(r.Group) {
		return 0
	}
	affordable := r.Memory / roundShare / uint64(r.Group.PointBytes())
	entries := int(min(uint64(t.maxBatchAffine), affordable))
	if entries < 4*t.roundPoints*r.vectors()*r.Shape.Buckets() {
		return 0
	}
	return entries
}

// rounds plans the rounds for a chunk of n entries.
func (r *Request) rounds(n, buckets int) []Round {
	t := r.tuning()
	if n > r.maxBatchAffine() {
		return nil
	}
	var rounds []Round
	for slots := n; slots >= t.roundPoints*buckets; {
		slots = (slots + buckets) / 2
		if slots < t.RoundSlots*r.Multiprocessors {
			break
		}
		wave := r.Multiprocessors * BatchAffine(r.Group).Wave
		waves := CeilDiv(slots, wave*t.longestBatch[r.Group.CoordinateLimbs])
		rounds = append(rounds, Round{Slots: slots, Each: CeilDiv(slots, wave*waves)})
	}
	if len(rounds) < t.minRounds {
		return nil
	}
	return rounds
}

// maxSlots is the largest number of slots that round i of any chunk leaves. It is 0 without a
// round i.
func (p *Plan) maxSlots(i int) int {
	slots := 0
	for _, rounds := range p.Rounds {
		if i < len(rounds) {
			slots = max(slots, rounds[i].Slots)
		}
	}
	return slots
}
