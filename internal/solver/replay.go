package solver

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"

	"github.com/consensys/gnark/constraint"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/integers"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/translate"
	"github.com/rs/zerolog"
)

// replies are the answers of a solution's hints. gnark's solver asks for them by their inputs, and
// in the order of the system's levels, since it has one task.
type replies[E any] struct {
	loops  Loops[E]
	wires  []E
	words  []uint64
	firsts map[string][]uint32 // the first wires of the answers to some inputs
}

// Replay returns a run in which gnark's solver calls none of the circuit's own hints.
func (r *Run[E]) Replay(p *Program[E], of *Solution[E]) *Run[E] {
	run := *r
	run.system.Typed = r.system.apart()
	run.config.Logger, run.config.NbTasks = zerolog.Nop(), 1
	run.config.HintFunctions = maps.Clone(r.config.HintFunctions)
	m := &Machine[E]{Program: p, Constants: p.constants, Magnitudes: p.Magnitudes, W: of.Wires}
	answers := &replies[E]{
		loops: r.system.Scalars.Loops(m), wires: of.Wires,
		words:  make([]uint64, r.system.Scalars.Words),
		firsts: map[string][]uint32{},
	}
	replayed := map[gnark.HintID]bool{}
	for id := range r.system.System.MHintsDependencies {
		if replayed[id] = !translate.Knows(r.system.System, id); replayed[id] {
			run.config.HintFunctions[id] = answers.hint(id)
		}
	}
	answers.list(r.system.System, replayed)
	return &run
}

// list lists the calls of some hints, by their inputs.
func (r *replies[E]) list(sys *constraint.System, of map[gnark.HintID]bool) {
	for _, level := range sys.Levels {
		for _, i := range level {
			packed := &sys.Instructions[i]
			if _, hint := sys.Blueprints[packed.BlueprintID].(constraint.BlueprintHint); !hint {
				continue
			}
			c := program.NewCall(sys.CallData[packed.StartCallData:])
			if of[c.ID] {
				key := r.called(&c)
				r.firsts[key] = append(r.firsts[key], c.First)
			}
		}
	}
}

// apart returns the system with lookup tables of its own, whose state gnark's solver changes.
func (s System[E]) apart() Typed {
	copied := reflect.New(reflect.TypeOf(s.Typed).Elem())
	copied.Elem().Set(reflect.ValueOf(s.Typed).Elem())
	blueprints := slices.Clone(s.System.Blueprints)
	for i, b := range blueprints {
		if b, ok := b.(*constraint.BlueprintLookupHint[constraint.U64]); ok {
			blueprints[i] = &constraint.BlueprintLookupHint[constraint.U64]{
				EntriesCalldata: b.EntriesCalldata,
			}
		}
	}
	copied.Elem().FieldByName("Blueprints").Set(reflect.ValueOf(blueprints))
	return copied.Interface().(Typed)
}

// called returns the key of a call, by the values of its inputs.
func (r *replies[E]) called(c *program.Call) string {
	key, rest := keyOf(c.ID), c.Inputs
	for range c.NbInputs {
		var x E
		rest = rest[r.loops.Read(rest, &x):]
		r.loops.Words(&x, r.words)
		key = r.append(key)
	}
	return string(key)
}

func keyOf(id gnark.HintID) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(id)) }

func (r *replies[E]) append(key []byte) []byte {
	for _, word := range r.words {
		key = binary.LittleEndian.AppendUint64(key, word)
	}
	return key
}

// hint returns a hint that answers as the solution's did.
func (r *replies[E]) hint(id gnark.HintID) gnark.Hint {
	return func(_ *big.Int, in, out []*big.Int) error {
		key := keyOf(id)
		for _, x := range in {
			integers.Words(r.words, x)
			key = r.append(key)
		}
		firsts := r.firsts[string(key)]
		if len(firsts) == 0 {
			return fmt.Errorf("solver: hint %d is called with other inputs", id)
		}
		r.firsts[string(key)] = firsts[1:]
		for i := range out {
			r.loops.Words(&r.wires[int(firsts[0])+i], r.words)
			integers.SetWords(out[i], r.words)
		}
		return nil
	}
}
