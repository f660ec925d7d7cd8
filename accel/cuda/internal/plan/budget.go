package plan

import (
	"fmt"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
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

	mutex   sync.Mutex
	account Account // its limit is not set
}

// Account is the state of a [Budget] at one time.
type Account struct {
	limit    uint64
	used     [purposes]uint64
	scratch  uint64 // reserved for the slots: without it the MSMs known so far cannot run
	reserved uint64 // reserved for vectors
	slots    [Slots]uint64
}

// Now returns the account.
func (b *Budget) Now() Account {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.now()
}

// now is Now. The caller holds mutex.
func (b *Budget) now() Account {
	a := b.account
	a.limit = b.Limit
	return a
}

// Used returns the memory that is taken for a purpose.
func (a Account) Used(p Purpose) uint64 { return a.used[p] }

// Taken returns the memory that is taken for all purposes, and by the slots.
func (a Account) Taken() (bytes uint64) {
	for _, n := range slices.Concat(a.used[:], a.slots[:]) {
		bytes += n
	}
	return bytes
}

// Left returns the memory that may still be taken for a purpose.
func (a Account) Left(p Purpose) uint64 {
	if p == ForBases {
		vectors := max(a.reserved, a.used[ForVectors])
		return minus(a.limit, a.ScratchFloor()+a.used[ForBases]+vectors)
	}
	return a.leftForVectors(a.used[ForVectors])
}

// MaxVectors is the memory that vectors may take at most, all together.
func (a Account) MaxVectors() uint64 { return a.leftForVectors(0) }

// leftForVectors is the memory that vectors may take beside vectors of so many bytes.
func (a Account) leftForVectors(bytes uint64) uint64 {
	used := a.used[ForBases] + bytes
	promised := min(minus(a.reserved, bytes), minus(a.limit, a.scratch+used))
	return max(minus(a.limit, a.ScratchFloor()+used), promised)
}

// Unreserved is the memory that vectors may take beside all that is reserved for vectors.
func (a Account) Unreserved() uint64 {
	return minus(a.limit, a.ScratchFloor()+a.used[ForBases]+a.used[ForVectors]+a.reserved)
}

// ScratchFloor is the part of the limit that is kept for the slots. Only vectors with a reservation
// may take some of it: without scratch memory no MSM can run.
func (a Account) ScratchFloor() uint64 {
	return max(min(a.limit/4, minus(a.limit, a.reserved)), a.scratch)
}

// SlotShare is the memory that each slot may take. Slots share equally the memory that bases and
// vectors leave.
func (a Account) SlotShare() uint64 {
	return (a.limit - a.used[ForBases] - a.used[ForVectors]) / Slots
}

// LastingShare is the part of SlotShare that remains once vectors have taken their reservation.
func (a Account) LastingShare() uint64 {
	return minus(a.limit, a.used[ForBases]+max(a.reserved, a.used[ForVectors])) / Slots
}

// Crowded reports whether a slot has more than its share, or has claimed more.
func (a Account) Crowded() bool { return slices.Max(a.slots[:]) > a.SlotShare() }

// Claim announces that a slot is about to have n bytes, unless it has more.
//
// It returns false if n exceeds the slot's present share. A slot keeps its memory until it is asked
// for it.
func (b *Budget) Claim(slot int, n uint64) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if n <= b.account.slots[slot] {
		return true
	}
	if n > b.now().SlotShare() {
		return false
	}
	b.account.slots[slot] = n
	return true
}

// SetSlot records the memory that a slot has.
func (b *Budget) SetSlot(slot int, n uint64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.account.slots[slot] = n
}

// ReserveScratch keeps n bytes for the slots, which no later bases take. It fails with
// [driver.ErrOutOfMemory] if bases have taken them already.
func (b *Budget) ReserveScratch(n uint64) error { return b.reserve(&b.account.scratch, n) }

// Reserve keeps n bytes for vectors, which no later bases take. It fails with
// [driver.ErrOutOfMemory] if bases have taken them already. The largest reservation counts.
func (b *Budget) Reserve(n uint64) error { return b.reserve(&b.account.reserved, n) }

// reserve raises one of the two reservations.
func (b *Budget) reserve(to *uint64, n uint64) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	others := b.account.scratch + b.account.reserved - *to
	if left := minus(b.Limit, b.account.used[ForBases]); left < n+others {
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
	if left := b.now().Left(p); n > left {
		return fmt.Errorf("%w: %s need %d bytes, %d of %d for them are free",
			driver.ErrOutOfMemory, p, n, left, b.account.used[p]+left)
	}
	b.account.used[p] += n
	return nil
}

// Give releases n bytes.
func (b *Budget) Give(p Purpose, n uint64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.account.used[p] -= n
}
