package schedule

import (
	"math"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend/cs"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// footprint is what an operation reads and sets, and what it costs. Wires stand for themselves;
// rows follow them, then the tables of lookups, then the parts of countings.
type footprint struct {
	program *program.Program
	system  *constraint.System // in which hints and lookups have their operands

	reads, sets []uint32
	cost        uint32
	alone       bool // it may read anything

	arithmetic Arithmetic // of all operations so far

	tables map[constraint.BlueprintID]uint32 // the entries that lookups have read
}

func newFootprint(p *program.Program, system *constraint.System) *footprint {
	return &footprint{
		program: p, system: system, tables: map[constraint.BlueprintID]uint32{},
	}
}

func (f *footprint) reset() {
	f.reads, f.sets, f.cost, f.alone = f.reads[:0], f.sets[:0], 0, false
}

// row returns what stands for a row among reads and sets.
func (f *footprint) row(row uint32) uint32 { return uint32(f.program.Wires) + row }

// table returns what stands for the table of a blueprint.
func (f *footprint) table(b constraint.BlueprintID) uint32 {
	return f.row(uint32(f.program.Public+f.program.Rows)) + uint32(b)
}

// part returns what stands for the first part of a counting.
func (f *footprint) part(c *program.Counting) uint32 {
	return f.table(constraint.BlueprintID(len(f.system.Blueprints))) + c.FirstPart
}

// inputs returns what stands for the first part of a commitment's inputs.
func (f *footprint) inputs(c *program.Commitment) uint32 {
	all := f.table(constraint.BlueprintID(len(f.system.Blueprints)))
	for i := range f.program.Counts {
		all += uint32(len(f.program.Counts[i].Parts))
	}
	return all + c.FirstPart
}

// all is the number of what can be read and set.
func (f *footprint) all() int {
	all := f.inputs(new(program.Commitment))
	for i := range f.program.Commitments {
		all += uint32(len(f.program.Commitments[i].Parts))
	}
	return int(all)
}

// setAll notes that n wires are set.
func (f *footprint) setAll(first, n uint32) {
	for i := range n {
		f.sets = append(f.sets, first+i)
	}
}

// operation takes the footprint of the operation at pc, and returns where it ends.
func (f *footprint) operation(code []uint32, pc int) int {
	f.reset()
	f.arithmetic.add(f.program, code[pc:])
	if format := f.formatOf(code[pc]); format.words != "" {
		return f.format(format, code, pc+1)
	}
	switch code[pc] {
	case program.Invert:
		return f.batch(&invertFormat, code, pc)
	case program.Quotients:
		return f.quotients(code, pc)
	case program.Find:
		f.find(&f.program.Counts[code[pc+1]], code[pc+2])
		return pc + 3
	case program.Count:
		f.count(&f.program.Counts[code[pc+1]])
		return pc + 2
	case program.CountElements:
		f.countElements(&f.program.Counts[code[pc+1]])
		return pc + 2
	case program.Collect:
		f.collect(&f.program.Commitments[code[pc+1]], code[pc+2])
		return pc + 3
	case program.Commit:
		f.commit(&f.program.Commitments[code[pc+1]])
		return pc + 2
	case program.Equate:
		f.equate(&f.program.Equations[code[pc+1]])
		return pc + 2
	case program.Divided:
		f.divide(&f.program.Fractions[code[pc+1]])
		return pc + 2
	case program.Hint:
		f.hint(program.NewCall(f.calldata(code[pc+1])))
		return pc + 2
	case program.Lookup:
		f.lookup(code[pc+1])
		return pc + 2
	case program.Custom:
		f.custom(code[pc+1])
		return pc + 3
	}
	if f.program.Sparse {
		return f.sparseDivide(code, pc)
	}
	return f.batch(&divideFormat, code, pc)
}

// format takes the footprint of words that have a format, and returns where they end.
func (f *footprint) format(format *format, code []uint32, pc int) int {
	f.cost += format.cost
	for i := range len(format.words) {
		word := code[pc]
		switch format.words[i] {
		case 'e':
			pc = f.expression(code, pc)
			continue
		case 'w':
			f.reads = append(f.reads, word)
		case 'W':
			f.sets = append(f.sets, word)
		case 'P':
			f.setAll(word, 2)
		case 'n':
			pc++
			f.setAll(code[pc], word)
			f.cost += costOutput * word
		case 'r':
			f.sets = append(f.sets, f.row(word))
		case 'R':
			if word != program.None {
				f.sets = append(f.sets, f.row(word))
			}
		case 's':
			f.reads = append(f.reads, f.row(word))
		}
		pc++
	}
	return pc
}

// expression takes the footprint of an expression, and returns where it ends.
func (f *footprint) expression(code []uint32, pc int) int {
	switch kind := code[pc]; kind {
	case program.Few:
		end := pc + 3 + int(code[pc+1])
		for _, term := range code[pc+3 : end] {
			f.reads = append(f.reads, term>>2)
			f.cost += costAdd
		}
		return end
	case program.Combination:
		end := pc + 2 + 2*int(code[pc+1])
		for i := pc + 2; i < end; i += 2 {
			f.reads = append(f.reads, f.row(code[i]>>1))
			f.cost += costMul
			f.arithmetic.Products++
		}
		return f.expression(code, end)
	case program.Sum:
		n := code[pc+1]
		end := pc + 2 + int(n)
		f.reads = append(f.reads, code[pc+2:end]...)
		f.cost += costReduction + n*costAdd
		return end
	case program.General:
		return f.general(code, pc)
	default:
		if kind == program.Scaled || kind == program.SumScaled && !f.small(code[pc+2]) {
			f.arithmetic.Products++
		}
		return f.format(&expressionFormats[kind], code, pc+1)
	}
}

// small reports whether a constant is small: a product with it need not be one of elements.
func (f *footprint) small(constant uint32) bool {
	magnitudes := f.program.Magnitudes
	return int(constant) < len(magnitudes) && magnitudes[constant] != 0
}

// general takes the footprint of a [program.General].
func (f *footprint) general(code []uint32, pc int) int {
	h := code[pc : pc+program.GeneralTerms]
	pc += program.GeneralTerms
	ones := h[program.GeneralPlus] + h[program.GeneralMinus]
	small := h[program.GeneralSmallPlus] + h[program.GeneralSmallMinus]
	large := h[program.GeneralLarge]
	f.cost += costReduction + ones*costAdd + small*costTerm + large*costMul
	f.arithmetic.Products += int(large)
	end := pc + int(ones)
	f.reads = append(f.reads, code[pc:end]...)
	pc, end = end, end+2*int(small+large)
	for ; pc < end; pc += 2 {
		f.reads = append(f.reads, code[pc+1])
	}
	for range h[program.GeneralGroups] {
		n := code[pc+1]
		f.reads = append(f.reads, code[pc+2:][:n]...)
		f.cost += costTerm + n*costAdd
		pc += 2 + int(n)
	}
	return pc
}

// batch takes the footprint of divisions or inversions that share an inversion.
func (f *footprint) batch(format *format, code []uint32, pc int) int {
	f.cost = costInversion
	n := code[pc+1]
	pc += 2
	for range n {
		pc = f.format(format, code, pc)
	}
	return pc
}

// sparseDivideWords is the number of words of a division in a [program.SparseDivide].
const sparseDivideWords = 10

// sparseDivide takes the footprint of a [program.SparseDivide].
func (f *footprint) sparseDivide(code []uint32, pc int) int {
	n := code[pc+1]
	f.cost = costInversion + n*(costShare+3*costMul)
	pc += 2
	for range n {
		side := code[pc]
		f.sets = append(f.sets, f.row(code[pc+1]), code[pc+2+int(side)])
		f.reads = append(f.reads, code[pc+3-int(side)], code[pc+4])
		pc += sparseDivideWords
	}
	return pc
}

// quotients takes the footprint of a [program.Quotients].
func (f *footprint) quotients(code []uint32, pc int) int {
	n := code[pc+1]
	f.setAll(code[pc+2], n)
	f.cost = costInversion + n*costShare
	pc += 3
	for range 1 + 2*n {
		pc = f.expression(code, pc)
	}
	return pc
}

// find takes the footprint of a [program.Find].
func (f *footprint) find(c *program.Counting, part uint32) {
	n := min(program.PartQueries, c.Queries-int(part)*program.PartQueries)
	pc := int(c.Parts[part])
	for range n * c.Columns {
		pc = f.expression(c.Code, pc)
	}
	f.cost += costQuery * uint32(n)
	f.sets = append(f.sets, f.part(c)+part)
}

// count takes the footprint of a [program.Count].
func (f *footprint) count(c *program.Counting) {
	for part := range c.Parts {
		f.reads = append(f.reads, f.part(c)+uint32(part))
	}
	f.cost = uint32(c.Queries) + costOutput*uint32(c.Rows)
	f.setAll(c.First, uint32(c.Rows))
}

// countElements takes the footprint of a [program.CountElements].
func (f *footprint) countElements(c *program.Counting) {
	f.expressions(c.Code)
	f.cost += costQuery*uint32(c.Rows+c.Queries) + costOutput*uint32(c.Rows)
	f.setAll(c.First, uint32(c.Rows))
}

// collect takes the footprint of a [program.Collect].
func (f *footprint) collect(c *program.Commitment, part uint32) {
	h := program.NewCall(f.calldata(c.Instruction))
	n := min(program.PartInputs, h.NbInputs-int(part)*program.PartInputs)
	f.readAll(h.Inputs[c.Parts[part]:], n)
	f.sets = append(f.sets, f.inputs(c)+part)
}

// commit takes the footprint of a [program.Commit].
func (f *footprint) commit(c *program.Commitment) {
	for part := range c.Parts {
		f.reads = append(f.reads, f.inputs(c)+uint32(part))
	}
	h := program.NewCall(f.calldata(c.Instruction))
	f.cost = costForeign + costCommitted*uint32(h.NbInputs)
	f.setAll(h.First, uint32(h.NbOutputs))
}

// equate takes the footprint of an [program.Equate].
func (f *footprint) equate(e *program.Equating) {
	f.expressions(e.Code)
	f.cost += costEquation
	f.setAll(e.First, uint32(e.Outputs()))
}

// divide takes the footprint of a [program.Divided].
func (f *footprint) divide(x *program.Fraction) {
	f.expressions(x.Code)
	f.cost += costFraction
	f.setAll(x.First, uint32(len(x.Modulus)))
}

// expressions takes the footprint of expressions that nothing follows.
func (f *footprint) expressions(code []uint32) {
	for pc := 0; pc < len(code); {
		pc = f.expression(code, pc)
	}
}

// calldata returns the operands of an instruction in the system.
func (f *footprint) calldata(instruction uint32) []uint32 {
	return f.system.CallData[f.system.Instructions[instruction].StartCallData:]
}

// commitment is the hint that stands for commitments, whose inputs stay field elements.
var commitment = solver.GetHintID(cs.Bsb22CommitmentComputePlaceholder)

// hint takes the footprint of a [program.Hint].
func (f *footprint) hint(h program.Call) {
	f.readAll(h.Inputs, h.NbInputs)
	f.setAll(h.First, uint32(h.NbOutputs))
	switch {
	case h.ID == commitment:
		f.cost += costForeign
	case f.program.StandIns[h.ID] != nil:
		f.cost += costLattice
	default:
		f.cost += costForeign + costInteger*uint32(h.NbInputs+h.NbOutputs)
	}
}

// readAll reads n expressions of the system.
func (f *footprint) readAll(calldata []uint32, n int) {
	var terms []uint32
	for range n {
		terms, calldata = program.Next(calldata)
		for i := 1; i < len(terms); i += 2 {
			if wire := terms[i]; wire != math.MaxUint32 {
				f.reads = append(f.reads, wire)
			}
		}
		f.cost += costTerm * uint32(len(terms)/2)
	}
}

// lookup takes the footprint of a [program.Lookup]. The first one reads the entries of the table,
// and the others read the table.
func (f *footprint) lookup(instruction uint32) {
	packed := f.system.Instructions[instruction]
	calldata := f.calldata(instruction)
	b := f.system.Blueprints[packed.BlueprintID].(*constraint.BlueprintLookupHint[constraint.U64])
	table := f.table(packed.BlueprintID)
	f.reads = append(f.reads, table)
	size, n := calldata[1], calldata[2]
	if size > f.tables[packed.BlueprintID] {
		f.tables[packed.BlueprintID] = size
		f.readAll(b.EntriesCalldata, int(size))
		f.sets = append(f.sets, table)
	}
	f.readAll(calldata[3:], int(n))
	f.setAll(packed.WireOffset, n)
	f.cost += costQuery * n
}

// custom takes the footprint of a [program.Custom], whose blueprint alone knows what it reads.
func (f *footprint) custom(instruction uint32) {
	i := f.system.Instructions[instruction].Unpack(f.system)
	b := f.system.Blueprints[f.system.Instructions[instruction].BlueprintID]
	f.setAll(i.WireOffset, uint32(program.Outputs(f.system, b, i)))
	f.alone, f.cost = true, costForeign
}

// formatOf returns the format of an operation.
func (f *footprint) formatOf(operation uint32) *format {
	switch {
	case operation < program.Product:
		return &commonFormats[operation]
	case f.program.Sparse:
		return &sparseFormats[operation-program.SparseAdd]
	}
	return &r1csFormats[operation-program.Product]
}
