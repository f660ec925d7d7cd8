package solver

import (
	"math/big"
	"math/bits"

	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/integers"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// hint calls a hint. Where answers lack an output, it keeps the others that they have.
func (m *Machine[E]) hint(instruction uint32) error {
	c := program.NewCall(m.calldata(instruction))
	outputs := m.W[c.First:][:c.NbOutputs]
	if f := m.Program.StandIns[c.ID]; f != nil {
		return m.call(f, c.Inputs, c.NbInputs, outputs)
	}
	if m.answers.give(outputs, int(c.First)) {
		return nil
	}
	err := m.call(m.hints[c.ID], c.Inputs, c.NbInputs, outputs)
	m.answers.give(outputs, int(c.First))
	return err
}

// calldata returns the words of an instruction, and those behind it.
func (m *Machine[E]) calldata(instruction uint32) []uint32 {
	sys := m.system.System
	return sys.CallData[sys.Instructions[instruction].StartCallData:]
}

func (m *Machine[E]) collect(index, part uint32) {
	if m.commit == nil {
		return // the hint reads its inputs
	}
	p := &m.Program.Commitments[index]
	c := program.NewCall(m.calldata(p.Instruction))
	inputs := m.inputsOf(p, c.NbInputs)[part*program.PartInputs:]
	calldata := c.Inputs[p.Parts[part]:]
	for i := range min(len(inputs), program.PartInputs) {
		calldata = calldata[m.loops.Read(calldata, &inputs[i]):]
	}
}

// commitment runs a [program.Commit]. One is computed at a time.
func (m *Machine[E]) commitment(index uint32) error {
	p := &m.Program.Commitments[index]
	if m.commit == nil {
		return m.hint(p.Instruction)
	}
	c := program.NewCall(m.calldata(p.Instruction))
	inputs := m.inputsOf(p, c.NbInputs)
	m.shared.committing.Lock()
	defer m.shared.committing.Unlock()
	var err error
	m.W[c.First], err = m.commit(inputs)
	return err
}

// inputsOf returns the memory of a commitment's n inputs, which lies behind that of the wires.
func (m *Machine[E]) inputsOf(p *program.Commitment, n int) []E {
	from := len(m.W) + p.Room()
	return m.W[from : from+n : from+n]
}

func (m *Machine[E]) call(f gnark.Hint, calldata []uint32, n int, outputs []E) error {
	// A hint may run another solver, never this machine's: the scratch memory is free.
	x, v := &m.scratch.x, m.scratch.words
	words := len(v) * 64 / bits.UintSize
	in, out := m.scratch.integers.Take(n, len(outputs), 2*words) // a product fits in
	for i := range in {
		calldata = calldata[m.loops.Read(calldata, x):]
		m.loops.Words(x, v)
		integers.SetWords(in[i], v)
	}
	err := f(m.scratch.integers.Modulus(m.modulus), in, out)
	for i := range out {
		setElement(m.loops, &outputs[i], out[i], m.modulus, v)
	}
	return err
}

// setElement sets z to the residue of an integer. The words v of an element are scratch.
func setElement[E any](l Loops[E], z *E, x, modulus *big.Int, v []uint64) {
	if x.Sign() < 0 || x.BitLen() > 64*len(v) {
		x = new(big.Int).Mod(x, modulus)
	}
	integers.Words(v, x)
	_ = l.SetNatural(z, v) // which is as long as an element
}
