//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

const (
	slotBytes    = 1 << 20
	slotsACopier = 3 // one is filled while the others are on their way
	// mostCopiers is the number of cores that copy to pinned memory and from it, if there is much to copy. One reaches a fifth of
	// the bus's speed.
	mostCopiers = 8
	leastShare  = 512 << 10
	leastPiece  = 128 << 10
)

// stage is pinned memory that ordinary memory passes through on its way to the device, and back: the driver alone would copy it
// at a seventh of the bus's speed. Each copier has slots of its own, as a core is slow to take over what another one wrote last.
type stage struct {
	crew    *crew // who helps the caller to copy
	blocks  []*driver.Pinned
	copiers [][]slot
	cores   int // that copy, or 0 for as many as are of use
}

// slot is a buffer for one piece, in one of the blocks.
type slot struct {
	buffer []byte
	over   driver.Event // recorded behind the copy over the bus
	flying atomic.Bool  // the copy is queued and not known to be over
	dirty  int          // bytes that were written and not cleared since
}

// staff makes the copiers, and returns how many there are.
func (s *stage) staff() int {
	if s.copiers == nil {
		if s.cores == 0 {
			s.cores = min(mostCopiers, max(1, runtime.GOMAXPROCS(0)/2))
		}
		s.copiers = make([][]slot, s.cores)
		for i := range s.copiers {
			s.copiers[i] = make([]slot, slotsACopier)
		}
	}
	return len(s.copiers)
}

// copiersFor is the number of copiers for so many bytes: to be woken takes as long as to copy a good part of leastShare.
func (s *stage) copiersFor(bytes int) int { return min(s.staff(), max(bytes/leastShare, 1)) }

// flying are the slots with copies that nobody has waited for.
func (s *stage) flying() (slots []*slot) {
	for _, copier := range s.copiers {
		for i := range copier {
			if copier[i].flying.Load() {
				slots = append(slots, &copier[i])
			}
		}
	}
	return slots
}

// prepare makes what the slots of the first copiers lack: all buffers at once, as each allocation takes the driver long, however
// small it is, and has everybody else wait.
func (s *stage) prepare(c *driver.Context, copiers int) error {
	var bare, mute []*slot
	for _, slots := range s.copiers[:copiers] {
		for i := range slots {
			if slots[i].buffer == nil {
				bare = append(bare, &slots[i])
			}
			if slots[i].over == 0 {
				mute = append(mute, &slots[i])
			}
		}
	}
	if len(bare)+len(mute) == 0 {
		return nil
	}
	return c.Do(func(t *driver.Thread) error {
		if len(bare) > 0 {
			block, err := t.AllocPinned(len(bare) * slotBytes)
			if err != nil {
				return err
			}
			s.blocks = append(s.blocks, block)
			for i, slot := range bare {
				slot.buffer = block.Bytes()[i*slotBytes : (i+1)*slotBytes]
			}
		}
		for _, slot := range mute {
			var err error
			if slot.over, err = t.NewEvent(driver.Ordering); err != nil {
				return err
			}
		}
		return nil
	})
}

// expect makes the slots that a transfer of so many bytes uses.
func (s *stage) expect(c *driver.Context, bytes int) error { return s.prepare(c, s.copiersFor(bytes)) }

// wipe clears what was written to the slot. Its copies must have ended.
func (s *slot) wipe() {
	clear(s.buffer[:s.dirty])
	s.dirty = 0
}

// wipe clears what was written to, each copier's slots on a core of their own. All copies must have ended.
func (s *stage) wipe() {
	var group sync.WaitGroup
	for _, slots := range s.copiers {
		group.Go(func() {
			for i := range slots {
				slots[i].wipe()
			}
		})
	}
	group.Wait()
}

// close wipes and frees the slots.
func (s *stage) close(c *driver.Context) error {
	s.wipe()
	err := c.Do(func(t *driver.Thread) error {
		var failures []error
		for _, slots := range s.copiers {
			for i := range slots {
				if e := slots[i].over; e != 0 {
					failures = append(failures, t.DestroyEvent(e))
				}
			}
		}
		for _, block := range s.blocks {
			failures = append(failures, t.FreePinned(block))
		}
		return errors.Join(failures...)
	})
	s.blocks, s.copiers = nil, nil
	return err
}
