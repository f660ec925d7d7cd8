package cuda

import (
	"fmt"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// lanesPerDevice is the number of MSMs that a device works on at once: one computes while another one's scalars arrive
// or its last few blocks run out.
const lanesPerDevice = 2

// purpose is what device memory is allocated for. Lanes draw on what both leave.
type purpose int

const (
	// ofBases: bases, and vectors that belong to no workspace: what stays and serves all that follows.
	ofBases purpose = iota
	// ofVectors: vectors of workspaces, and the tables of domains.
	ofVectors
	purposes
)

func (p purpose) String() string { return [...]string{"bases", "vectors"}[p] }

// budget keeps the account of device memory, in bytes, against the limit.
type budget struct {
	limit uint64

	mutex sync.Mutex // guards what follows
	used  [purposes]uint64
	least uint64 // what the MSMs over the bases known so far cannot do without
	room  uint64 // what bases leave to vectors
	lanes [lanesPerDevice]uint64
}

// forLanes is the part of the limit that nothing else takes, but for vectors that have been promised it: without scratch
// memory no MSM can run.
func (b *budget) forLanes() uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.spared()
}

// left is what may still be taken for a purpose.
func (b *budget) left(p purpose) uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.available(p)
}

// beyond is what vectors may take so that all that is reserved for them is left beside.
func (b *budget) beyond() uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return minus(b.limit, b.spared()+b.used[ofBases]+b.used[ofVectors]+b.room)
}

// share is the memory that each lane may take: what bases and vectors leave, in equal parts.
func (b *budget) share() uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.laneShare()
}

// lasting is what is left of that when vectors have taken what they have been promised.
func (b *budget) lasting() uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return minus(b.limit, b.used[ofBases]+max(b.room, b.used[ofVectors])) / lanesPerDevice
}

// claim says that a lane is about to have so many bytes, if it has less, and returns false if that is more than its share by
// now. A lane may keep what it has until it is asked for it.
func (b *budget) claim(lane int, bytes uint64) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if bytes <= b.lanes[lane] {
		return true
	}
	if bytes > b.laneShare() {
		return false
	}
	b.lanes[lane] = bytes
	return true
}

// holds says what a lane has.
func (b *budget) holds(lane int, bytes uint64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.lanes[lane] = bytes
}

// crowded says whether a lane has more than its share, or is about to. Claims that come later know what was taken before.
func (b *budget) crowded() bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return slices.Max(b.lanes[:]) > b.laneShare()
}

// spare keeps that much for the lanes, whatever bases are loaded from now on. It fails if bases have taken it already.
func (b *budget) spare(bytes uint64) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.promise(&b.least, bytes)
}

// reserve keeps that much for vectors, likewise.
func (b *budget) reserve(bytes uint64) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.promise(&b.room, bytes)
}

// promise raises least or room. The caller holds mutex.
func (b *budget) promise(to *uint64, bytes uint64) error {
	others := b.least + b.room - *to
	if left := minus(b.limit, b.used[ofBases]); left < bytes+others {
		return fmt.Errorf("%w: %d bytes are needed beside the bases, %d of %d are left",
			driver.ErrOutOfMemory, bytes+others, left, b.limit)
	}
	*to = max(*to, bytes)
	return nil
}

func (b *budget) take(p purpose, bytes uint64) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if left := b.available(p); bytes > left {
		return fmt.Errorf("%w: %s need %d bytes, %d of %d for them are free",
			driver.ErrOutOfMemory, p, bytes, left, b.used[p]+left)
	}
	b.used[p] += bytes
	return nil
}

func (b *budget) give(p purpose, bytes uint64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.used[p] -= bytes
}

// available is left. The caller holds mutex.
func (b *budget) available(p purpose) uint64 {
	if p == ofBases {
		return minus(b.limit, b.spared()+b.used[ofBases]+max(b.room, b.used[ofVectors]))
	}
	others := b.used[ofBases] + b.used[ofVectors]
	promised := min(minus(b.room, b.used[ofVectors]), minus(b.limit, b.least+others))
	return max(minus(b.limit, b.spared()+others), promised)
}

// spared is forLanes. The caller holds mutex.
func (b *budget) spared() uint64 { return max(min(b.limit/4, minus(b.limit, b.room)), b.least) }

// laneShare is share. The caller holds mutex.
func (b *budget) laneShare() uint64 {
	return (b.limit - b.used[ofBases] - b.used[ofVectors]) / lanesPerDevice
}

// minus is a − b, or 0.
func minus(a, b uint64) uint64 { return a - min(a, b) }
