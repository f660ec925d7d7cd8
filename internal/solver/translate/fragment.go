package translate

import (
	"fmt"
	"math"
	"slices"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// fragment is the program of one chunk. Its positions are the chunk's own. So are its numbers of
// entries of lists, until [source.join] raises them.
type fragment struct {
	code, checks, cuts []uint32

	counts      []program.Counting
	commitments []program.Commitment
	equations   []program.Equating
	fractions   []program.Fraction
	references  [lists][]uint32 // by list: where code has the number of an entry

	computed map[solver.HintID]bool
	foreign  map[string]int

	ones    []uint32  // instructions that assert a product to be 1, whose factor may be an inverse
	queries []queries // of counts
}

// Lists of a program, to whose entries code refers.
const (
	toCount = iota
	toCommitment
	toEquation
	toFraction
	lists
)

// refer appends an operation on an entry of a list.
func (t *translator) refer(list int, operation, entry uint32, more ...uint32) {
	t.references[list] = append(t.references[list], uint32(len(t.code)+1))
	t.emit(operation, entry)
	t.emit(more...)
}

// join returns the program of all chunks.
func (s *source) join(fragments []*fragment) (*program.Program, error) {
	for wire, isSet := range s.isSet {
		if !isSet {
			return nil, fmt.Errorf("%w: no operation sets wire %d", program.ErrUnsupported, wire)
		}
	}
	starts, n := startsOf(fragments, func(f *fragment) []uint32 { return f.code })
	err := s.each(len(fragments), func(t *translator, i int) error {
		t.assertOnes(fragments[i], starts)
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.translators, s.places, s.bits, s.isSet, s.products, s.inverses = nil, nil, nil, nil, nil, nil
	checkStarts, m := startsOf(fragments, func(f *fragment) []uint32 { return f.checks })
	if max(n, m) > math.MaxUint32 {
		return nil, fmt.Errorf("%w: a program of %d words", program.ErrUnsupported, max(n, m))
	}
	p := s.Program
	p.Code, p.Checks = raw.Huge(make([]uint32, n)), raw.Huge(make([]uint32, m))
	var copies parallel.Tasks
	for i, f := range fragments {
		first := s.list(f)
		s.cut(f, checkStarts[i])
		copies.Go(func() error {
			copy(p.Checks[checkStarts[i]:], f.checks)
			code := p.Code[starts[i]:]
			copy(code, f.code)
			for list, places := range f.references {
				for _, at := range places {
					code[at] += first[list]
				}
			}
			*f = fragment{}
			return nil
		})
	}
	p.Final, p.FinalWires = []uint32{uint32(n)}, p.Wires
	for _, x := range s.given {
		p.Magnitudes = append(p.Magnitudes, x.magnitude())
	}
	for _, x := range s.folded.all {
		p.Folded, p.Magnitudes = append(p.Folded, x.value), append(p.Magnitudes, x.size.magnitude())
	}
	return p, copies.Wait()
}

// startsOf says where the words of each fragment begin among those of all.
func startsOf(fragments []*fragment, words func(*fragment) []uint32) (starts []uint32, n int) {
	for _, f := range fragments {
		starts = append(starts, uint32(n))
		n += len(words(f))
	}
	return starts, n
}

// list appends a fragment's lists to the program's. It returns how many entries were there before.
func (s *source) list(f *fragment) (before [lists]uint32) {
	p := s.Program
	before = [lists]uint32{
		toCount: uint32(len(p.Counts)), toCommitment: uint32(len(p.Commitments)),
		toEquation: uint32(len(p.Equations)), toFraction: uint32(len(p.Fractions)),
	}
	for _, c := range f.counts {
		c.FirstPart = s.countParts
		s.countParts += uint32(len(c.Parts))
		p.Counts = append(p.Counts, c)
	}
	for _, c := range f.commitments {
		c.FirstPart = s.inputParts
		s.inputParts += uint32(len(c.Parts))
		p.Commitments = append(p.Commitments, c)
	}
	p.Equations = append(p.Equations, f.equations...)
	p.Fractions = append(p.Fractions, f.fractions...)
	for id := range f.computed {
		if !slices.Contains(p.Natives, id) {
			p.Natives = append(p.Natives, id)
		}
	}
	for name, calls := range f.foreign {
		p.Foreign[name] += calls
	}
	return before
}

// cut lets the assertions be cut where the fragment's may be, and before these.
func (s *source) cut(f *fragment, start uint32) {
	for _, at := range append([]uint32{0}, f.cuts...) {
		s.Cuts = cutAt(s.Cuts, start+at)
	}
}
