package plan

import (
	"fmt"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Slots is the number of MSMs that a device works on at once. One computes while the scalars of the
// other one arrive, or while its last few blocks run out.
const Slots = 2

// Purpose is the use of an allocation in device memory. Slots draw on the rest.
type Purpose int

const (
	// ForBases: memory that stays and serves all later work, such as bases and resident vectors.
	ForBases Purpose = iota
	// ForVectors: vectors of workspaces, and the tables of domains.
	ForVectors
	purposes
)

func (p Purpose) String() string { return [...]string{"bases", "vectors"}[p] }

// Budget keeps the account of a device's memory against a limit. It is safe for concurrent use.
type Budget struct {
	// Limit is the memory that may be used. It is set before the first use.
	Limit uint64

	mutex    sync.Mutex // guards the fields below
	used     [purposes]uint64
	scratch  uint64 // reserved for the slots: without it the MSMs known so far cannot run
	reserved uint64 // reserved for vectors
	slots    [Slots]uint64
}

// ScratchFloor is the part of the limit that is kept for the slots. Only vectors with a reservation
// may take some of it: without scratch memory no MSM can run.
func (b *Budget) ScratchFloor() uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.scratchFloor()
}

// Used returns the memory that is taken for a purpose.
func (b *Budget) Used(p Purpose) uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.used[p]
}

// Taken returns the memory that is taken for all purposes, and by the slots.
func (b *Budget) Taken() (bytes uint64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for _, n := range slices.Concat(b.used[:], b.slots[:]) {
		bytes += n
	}
	return bytes
}

// Left returns the memory that may still be taken for a purpose.
func (b *Budget) Left(p Purpose) uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.left(p)
}

// Unreserved is the memory that vectors may take beside all that is reserved for vectors.
func (b *Budget) Unreserved() uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	taken := b.scratchFloor() + b.used[ForBases] + b.used[ForVectors] + b.reserved
	return minus(b.Limit, taken)
}

// MostVectors is the memory that vectors may take at most, all together.
func (b *Budget) MostVectors() uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.leftForVectors(0)
}

// SlotShare is the memory that each slot may take. Slots share equally the memory that bases and
// vectors leave.
func (b *Budget) SlotShare() uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.slotShare()
}

// LastingShare is the part of SlotShare that remains once vectors have taken their reservation.
func (b *Budget) LastingShare() uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return minus(b.Limit, b.used[ForBases]+max(b.reserved, b.used[ForVectors])) / Slots
}

// Claim announces that a slot is about to have n bytes, unless it has more.
//
// It returns false if n exceeds the slot's present share. A slot keeps its memory until it is asked
// for it.
func (b *Budget) Claim(slot int, n uint64) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if n <= b.slots[slot] {
		return true
	}
	if n > b.slotShare() {
		return false
	}
	b.slots[slot] = n
	return true
}

// SetSlot records the memory that a slot has.
func (b *Budget) SetSlot(slot int, n uint64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.slots[slot] = n
}

// Crowded reports whether a slot has more than its share, or has claimed more.
func (b *Budget) Crowded() bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return slices.Max(b.slots[:]) > b.slotShare()
}

// ReserveScratch keeps n bytes for the slots, which no later bases take. It fails with
// [driver.ErrOutOfMemory] if bases have taken them already.
func (b *Budget) ReserveScratch(n uint64) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.reserve(&b.scratch, n)
}

// Reserve keeps n bytes for vectors, which no later bases take. It fails with
// [driver.ErrOutOfMemory] if bases have taken them already. The largest reservation counts.
func (b *Budget) Reserve(n uint64) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.reserve(&b.reserved, n)
}

// reserve raises one of the two reservations. The caller holds mutex.
func (b *Budget) reserve(to *uint64, n uint64) error {
	others := b.scratch + b.reserved - *to
	if left := minus(b.Limit, b.used[ForBases]); left < n+others {
		return fmt.Errorf("%w: %d bytes are needed beside the bases, %d of %d are left",
			driver.ErrOutOfMemory, n+others, left, b.Limit)
	}
	*to = max(*to, n)
	return nil
}

// Take takes n bytes for a purpose. It fails with [driver.ErrOutOfMemory] if fewer are left.
func (b *Budget) Take(p Purpose, n uint64) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if left := b.left(p); n > left {
		return fmt.Errorf("%w: %s need %d bytes, %d of %d for them are free",
			driver.ErrOutOfMemory, p, n, left, b.used[p]+left)
	}
	b.used[p] += n
	return nil
}

// Give gives n bytes back.
func (b *Budget) Give(p Purpose, n uint64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.used[p] -= n
}

// left is Left. The caller holds mutex.
func (b *Budget) left(p Purpose) uint64 {
	if p == ForBases {
		vectors := max(b.reserved, b.used[ForVectors])
		return minus(b.Limit, b.scratchFloor()+b.used[ForBases]+vectors)
	}
	return b.leftForVectors(b.used[ForVectors])
}

// leftForVectors is the memory that vectors may take beside vectors of so many bytes. The caller
// holds mutex.
func (b *Budget) leftForVectors(bytes uint64) uint64 {
	used := b.used[ForBases] + bytes
	promised := min(minus(b.reserved, bytes), minus(b.Limit, b.scratch+used))
	return max(minus(b.Limit, b.scratchFloor()+used), promised)
}

// scratchFloor is ScratchFloor. The caller holds mutex.
func (b *Budget) scratchFloor() uint64 {
	return max(min(b.Limit/4, minus(b.Limit, b.reserved)), b.scratch)
}

// slotShare is SlotShare. The caller holds mutex.
func (b *Budget) slotShare() uint64 {
	return (b.Limit - b.used[ForBases] - b.used[ForVectors]) / Slots
}
