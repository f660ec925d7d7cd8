package machine

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	gnark "github.com/consensys/gnark/constraint/solver"
	fcs "github.com/consensys/gnark/frontend/cs"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// commitment is the hint that stands for commitments.
var commitment = gnark.GetHintID(fcs.Bsb22CommitmentComputePlaceholder)

// hint calls the hint function of an instruction.
func (m *Machine[E]) hint(instruction uint32) error {
	calldata := m.calldata(instruction)
	id, n, size := gnark.HintID(calldata[1]), int(calldata[2]), calldata[0]
	outputs := m.W[calldata[size-2]:calldata[size-1]]
	if m.answers.give(outputs, int(calldata[size-2])) {
		return nil
	}
	if id == commitment && m.commit != nil && len(outputs) == 1 {
		inputs := make([]E, n)
		m.readAll(calldata[3:], inputs)
		return m.commitTo(inputs, &outputs[0])
	}
	f := m.Program.StandIns[id]
	if f == nil {
		f = m.hints[id]
	}
	if f == nil {
		return fmt.Errorf("solver: no function for hint %d", id)
	}
	return m.call(f, calldata[3:], n, outputs)
}

// calldata returns the words of an instruction, and those behind it.
func (m *Machine[E]) calldata(instruction uint32) []uint32 {
	sys := m.system.System
	return sys.CallData[sys.Instructions[instruction].StartCallData:]
}

// readAll sets inputs to the values of expressions of the system's calldata.
func (m *Machine[E]) readAll(calldata []uint32, inputs []E) {
	for i := range inputs {
		calldata = calldata[m.loops.Read(calldata, &inputs[i]):]
	}
}

// collect runs a [program.Collect].
func (m *Machine[E]) collect(index, part uint32) {
	if m.commit == nil {
		return // the hint reads its inputs
	}
	c := &m.Program.Commitments[index]
	calldata := m.calldata(c.Instruction)
	inputs := m.shared.inputsOf(int(index), int(calldata[2]))[part*program.PartInputs:]
	m.readAll(calldata[3+c.Parts[part]:], inputs[:min(len(inputs), program.PartInputs)])
}

// commitment runs a [program.Commit].
func (m *Machine[E]) commitment(index uint32) error {
	instruction := m.Program.Commitments[index].Instruction
	if m.commit == nil {
		return m.hint(instruction)
	}
	calldata := m.calldata(instruction)
	inputs := m.shared.inputsOf(int(index), int(calldata[2]))
	return m.commitTo(inputs, &m.W[calldata[calldata[0]-2]])
}

// commitTo sets the output of a commitment. One is computed at a time.
func (m *Machine[E]) commitTo(inputs []E, output *E) (err error) {
	m.shared.committing.Lock()
	defer m.shared.committing.Unlock()
	*output, err = m.commit(inputs)
	return err
}

// inputsOf returns the memory of a commitment's n inputs.
func (s *shared[E]) inputsOf(index, n int) []E {
	s.collecting.Lock()
	defer s.collecting.Unlock()
	for len(s.inputs) <= index {
		s.inputs = append(s.inputs, nil)
	}
	if s.inputs[index] == nil {
		s.inputs[index] = make([]E, n)
	}
	return s.inputs[index]
}

// call calls a hint function with the values of n expressions.
func (m *Machine[E]) call(f gnark.Hint, calldata []uint32, n int, outputs []E) error {
	// A hint may run another solver, never this machine's: the scratch memory is free.
	v := m.Scratch.words
	words := len(v) * 64 / bits.UintSize
	in, out := m.Scratch.integers.Take(n, len(outputs), 2*words) // a product fits in
	for i := range in {
		calldata = calldata[m.loops.ReadInteger(calldata, v):]
		setInteger(in[i], v)
	}
	err := f(m.modulus, in, out)
	for i := range out {
		setElement(m.loops, &outputs[i], out[i], m.modulus, v)
	}
	return err
}

// setInteger sets z to the integer with these words.
func setInteger(z *big.Int, v []uint64) {
	n := len(v) * 64 / bits.UintSize
	w := slices.Grow(z.Bits()[:0], n)[:n]
	for i := range w {
		bit := i * bits.UintSize
		w[i] = big.Word(v[bit/64] >> (bit % 64))
	}
	z.SetBits(w)
}

// setElement sets z to the residue of an integer, which is mostly natural and short. It uses the
// memory of an element's words.
func setElement[E any](l Loops[E], z *E, x, modulus *big.Int, v []uint64) {
	if x.Sign() < 0 || x.BitLen() > 64*len(v) {
		x = new(big.Int).Mod(x, modulus)
	}
	clear(v)
	for i, word := range x.Bits() {
		bit := i * bits.UintSize
		v[bit/64] |= uint64(word) << (bit % 64)
	}
	_ = l.SetNatural(z, v) // which is as long as an element
}
