package program

import (
	"iter"
	"math"
	"strings"

	"github.com/consensys/gnark/constraint"
)

// Footprint lists the values that an operation reads and sets, and its cost. Wires stand for
// themselves. Rows follow them, then the tables of lookups, the parts of countings and the parts of
// commitments.
type Footprint struct {
	Reads, Sets []uint32
	Cost        uint32     // in nanoseconds
	Alone       bool       // it may read anything
	Rows        []int      // where the operation's code has the rows that it sets
	Arithmetic  Arithmetic // of all operations so far

	program *Program
	system  *constraint.System // in which hints and lookups have their operands

	rows, tables, parts, inputs, all uint32 // where each sort begins

	entries map[constraint.BlueprintID]uint32 // that lookups have read
}

// Arithmetic counts products and inversions that no translation can spare. It leaves out hints that
// are functions.
type Arithmetic struct{ Products, Inversions int }

const shared = 3 // products for each element that shares an inversion

func NewFootprint(p *Program, system *constraint.System) *Footprint {
	f := &Footprint{
		program: p, system: system, entries: map[constraint.BlueprintID]uint32{},
		rows: uint32(p.Wires),
	}
	f.tables = f.rows + uint32(p.Public+p.Rows)
	f.parts = f.tables + uint32(len(system.Blueprints))
	f.inputs = f.parts
	for i := range p.Counts {
		f.inputs += uint32(len(p.Counts[i].Parts))
	}
	f.all = f.inputs
	for i := range p.Commitments {
		f.all += uint32(len(p.Commitments[i].Parts))
	}
	return f
}

// All is the number of values that can be read and set.
func (f *Footprint) All() int { return int(f.all) }

// Operation takes the footprint of the operation at pc, and returns where it ends.
func (f *Footprint) Operation(code []uint32, pc int) (end int) {
	f.Reads, f.Sets, f.Rows, f.Cost, f.Alone = f.Reads[:0], f.Sets[:0], f.Rows[:0], 0, false
	format := &operations[code[pc]]
	f.Cost = format.cost
	end = f.words(format.words, code, pc+1)
	if format.more != nil {
		format.more(f, code[pc+1:end])
	}
	return end
}

// Operations takes the footprints of all operations of some code. It yields where each begins and
// ends. Lookups remember their reads: one footprint takes a program's code once.
func (f *Footprint) Operations(code []uint32) iter.Seq2[int, int] {
	return func(yield func(pc, end int) bool) {
		for pc := 0; pc < len(code); {
			end := f.Operation(code, pc)
			if !yield(pc, end) {
				return
			}
			pc = end
		}
	}
}

// Part takes the footprints of all operations of a task, or of a filler. Fillers come behind the
// tasks. It yields the code that the operations stand in.
func (f *Footprint) Part(i int) iter.Seq[[]uint32] {
	code, ranges := f.program.Part(i)
	return func(yield func(code []uint32) bool) {
		for _, r := range ranges {
			for pc := int(r.From); pc < int(r.To); {
				if pc = f.Operation(code, pc); !yield(code) {
					return
				}
			}
		}
	}
}

func (f *Footprint) expression(code []uint32, pc int) (end int) {
	format := &expressions[code[pc]]
	f.Cost += format.cost
	return f.words(format.words, code, pc+1)
}

func (f *Footprint) words(format string, code []uint32, pc int) int {
	side := uint32(None)
	for i := 0; i < len(format); i++ {
		word := code[pc] // letters of arithmetic stand before one
		switch format[i] {
		case 'w':
			f.read(word)
		case 'W':
			f.set(word, 1)
		case 'P':
			f.set(word, 2)
		case 'N':
			pc++
			f.set(code[pc], word)
			f.Cost += costOutput * word
		case 'r':
			f.set(f.rows+word, 1)
			f.Rows = append(f.Rows, pc)
		case 'R':
			if word != None {
				f.set(f.rows+word, 1)
			}
		case 's':
			f.read(f.rows + word)
		case 'S':
			f.read(f.rows + word>>1)
		case 'a':
			f.read(word)
			f.Cost += costAdd
		case 'f':
			f.read(word >> 2)
			f.Cost += costAdd
		case 'd':
			side = word
		case 'x':
			if side == 0 {
				f.set(word, 1)
			} else {
				f.read(word)
			}
			side--
		case 'k':
			f.Cost += costMul
			if !f.small(word) {
				f.Arithmetic.Products++
			}
		case 'e':
			pc = f.expression(code, pc)
			continue
		case 'g':
			pc = f.general(code, pc)
			continue
		case '(':
			each, _, _ := strings.Cut(format[i+1:], ")")
			i += len(each) + 1
			pc++
			for range word {
				pc = f.words(each, code, pc)
			}
			continue
		case 'm':
			f.Cost, f.Arithmetic.Products = f.Cost+costMul, f.Arithmetic.Products+1
			continue
		case 'v':
			f.Cost, f.Arithmetic.Inversions = f.Cost+costInversion, f.Arithmetic.Inversions+1
			continue
		case 'i':
			f.Cost, f.Arithmetic.Products = f.Cost+costShare, f.Arithmetic.Products+shared
			continue
		}
		pc++
	}
	return pc
}

func (f *Footprint) read(x uint32) { f.Reads = append(f.Reads, x) }

func (f *Footprint) set(first, n uint32) {
	for x := first; x < first+n; x++ {
		f.Sets = append(f.Sets, x)
	}
}

// small reports whether a constant is small: a product with it need not be one of elements.
func (f *Footprint) small(constant uint32) bool {
	magnitudes := f.program.Magnitudes
	return int(constant) < len(magnitudes) && magnitudes[constant] != 0
}

func (f *Footprint) general(code []uint32, pc int) int {
	h := code[pc-1:][:GeneralTerms]
	pc += GeneralTerms - 1
	ones := h[GeneralPlus] + h[GeneralMinus]
	small := h[GeneralSmallPlus] + h[GeneralSmallMinus]
	large := h[GeneralLarge]
	f.Cost += ones*costAdd + small*costTerm + large*costMul
	f.Arithmetic.Products += int(large)
	end := pc + int(ones)
	f.Reads = append(f.Reads, code[pc:end]...)
	pc, end = end, end+2*int(small+large)
	for ; pc < end; pc += 2 {
		f.read(code[pc+1])
	}
	for range h[GeneralGroups] {
		f.Cost += costTerm
		pc = f.words("(a)", code, pc+1)
	}
	return pc
}

func (f *Footprint) expressions(code []uint32) {
	for pc := 0; pc < len(code); {
		pc = f.expression(code, pc)
	}
}

func (f *Footprint) readAll(calldata []uint32, n int) {
	var terms []uint32
	for range n {
		terms, calldata = Next(calldata)
		for i := 1; i < len(terms); i += 2 {
			if terms[i] != math.MaxUint32 {
				f.read(terms[i])
			}
		}
		f.Cost += costTerm * uint32(len(terms)/2)
	}
}
