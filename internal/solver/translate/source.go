package translate

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// source is a system, and what the translators of its chunks share.
type source struct {
	*program.Program // what all chunks have, without any code
	system           *constraint.System
	kinds            []kind // by blueprint
	natives          map[solver.HintID]native
	bitHints         map[solver.HintID]bool // those whose outputs are bits

	field  Field
	given  []size // of the coefficients
	folded folded
	equal  sync.Map // equations of all chunks, by their constants

	// By wire. A translator writes what its pieces set, and reads that alone.
	isSet    []bool
	products []bool // of bits
	inverses []inverse
	inverts  sync.Once // before inverses are there

	places []uint32 // by wire: see [finder]. It is 0 for those of the witness.
	bits   []bool   // by wire: a hint sets it to 0 or 1, or the system asserts that it is

	translators []*translator // one for each processor

	countParts, inputParts uint32 // of the program's lists, so far
}

func newSource(system *constraint.System, field Field) (*source, error) {
	internal, secret, public := system.GetNbVariables()
	s := &source{
		Program: &program.Program{
			Wires:  internal + secret + public,
			Known:  secret + public,
			Public: public,
			Rows:   system.GetNbConstraints(),
			Sparse: system.Type == constraint.SystemSparseR1CS,

			Foreign: map[string]int{},
		},
		system: system, field: field, given: make([]size, field.GetNbCoefficients()),
		folded: folded{indexes: map[constraint.U64]int{}},
	}
	if s.Wires > maxWires {
		return nil, fmt.Errorf("%w: %d wires", program.ErrUnsupported, s.Wires)
	}
	s.natives, s.StandIns = known(system)
	s.bitHints = map[solver.HintID]bool{}
	for id := range s.natives {
		s.bitHints[id] = system.MHintsDependencies[id] == gnark+bitsHint
	}
	s.Natives = slices.Collect(maps.Keys(s.StandIns))
	if !s.Sparse {
		s.Read = make([]uint64, (s.Rows+63)/64)
	}
	for _, b := range system.Blueprints {
		known, err := knownOf(b)
		if err != nil {
			return nil, err
		}
		if known == nil {
			known, s.SolvedIn = &custom, make([]uint32, s.Wires)
		}
		s.kinds = append(s.kinds, known.kind)
	}
	return s, nil
}

// find finds the places and the bits. It returns the words of calldata of each chunk.
func (s *source) find(chunks []chunk) (words []int, err error) {
	s.isSet, s.products = make([]bool, s.Wires), make([]bool, s.Wires)
	s.places, s.bits = raw.Huge(make([]uint32, s.Wires)), make([]bool, s.Wires)
	for i := range s.places[s.Known:] {
		s.places[s.Known+i] = unset
	}
	for i := range s.Known {
		s.isSet[i] = true
	}
	finders := make([]finder, len(chunks))
	err = s.each(len(chunks), func(_ *translator, i int) error {
		finders[i].source = s
		finders[i].walk(chunks[i])
		return nil
	})
	if err != nil {
		return nil, err
	}
	constants := newConstants(s)
	for _, f := range finders {
		words = append(words, f.words)
		for _, g := range f.gates {
			s.bits[g.wire] = s.bits[g.wire] || g.asserts(constants)
		}
	}
	return words, nil
}

// each does n tasks on all processors, which begin in ascending order. After an error it begins
// none.
func (s *source) each(n int, do func(t *translator, i int) error) error {
	var next atomic.Int64
	var workers parallel.Tasks
	for w := range min(n, runtime.GOMAXPROCS(0)) {
		if w == len(s.translators) {
			s.translators = append(s.translators, newTranslator(s))
		}
		t := s.translators[w]
		workers.Go(func() (err error) {
			defer func() {
				if err != nil {
					next.Store(int64(n))
				}
			}()
			defer program.Recover(&err)
			for i := next.Add(1) - 1; i < int64(n) && err == nil; i = next.Add(1) - 1 {
				err = do(t, int(i))
			}
			return err
		})
	}
	return workers.Wait()
}
