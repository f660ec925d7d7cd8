package schedule

import "github.com/gnark-accel/gnark-accel/internal/solver/program"

// format says what the words of an expression or an operation are, behind its kind:
//
//	w  a wire that it reads
//	W  a wire that it sets
//	P  the first of two wires that it sets
//	n  the number of wires that it sets, and the first of them
//	r  a row that it sets
//	R  the same, or None
//	s  a row of which it reads a side
//	c  another word
//	e  an expression
//
// Kinds whose length depends on other words have no format.
type format struct {
	words string
	cost  uint32
}

// Costs are nanoseconds on a core of 3 GHz, over a field of four limbs.
const (
	costAdd       = 4
	costMul       = 22
	costTerm      = 8 // a small coefficient times a wire, accumulated
	costReduction = 14
	costRow       = 8
	costSparse    = 3 // an operation of a SparseR1CS, without its row
	costOutput    = 3
	costInversion = 2000 // one, whatever shares it
	costShare     = 90   // of one that is shared
	costQuery     = 50   // of a table
	costEquation  = 600  // by limbs
	costFraction  = 3000 // by limbs
	costLattice   = 500000
	costCommitted = 10   // an input of a commitment
	costForeign   = 5000 // a function of integers, at least
	costInteger   = 100  // an argument of such a function
)

// expressionFormats are the formats of expressions, by kind.
var expressionFormats = [program.General + 1]format{
	program.Zero:          {"", 1},
	program.Constant:      {"c", 2},
	program.Wire:          {"w", 2},
	program.Negated:       {"w", costAdd},
	program.Double:        {"w", costAdd},
	program.Scaled:        {"cw", costMul},
	program.Sum2:          {"ww", costAdd},
	program.Sum3:          {"www", 2 * costAdd},
	program.SumConstant:   {"wc", costAdd},
	program.Sum2Constant:  {"wwc", 2 * costAdd},
	program.Difference:    {"ww", costAdd},
	program.ConstantMinus: {"cw", costAdd},
	program.SideA:         {"s", 2},
	program.SideB:         {"s", 2},
	program.NegatedDouble: {"w", 2 * costAdd},
	program.SumBit:        {"wcw", costAdd},
	program.SumScaled:     {"wcw", costMul + costAdd},
}

// commonFormats are the formats of operations that both kinds of systems have.
var commonFormats = [program.Product]format{
	program.Bits:   {"nRe", 15},
	program.Limbs:  {"nce", 10},
	program.Xor:    {"Wee", 60},
	program.And:    {"Wee", 60},
	program.Or:     {"Wee", 60},
	program.Split:  {"Pce", 80},
	program.Modulo: {"nccee", 100},
}

// r1csFormats are the formats of operations of an R1CS, from the first on.
var r1csFormats = [...]format{
	0:                                      {"rWee", costMul + costRow}, // Product
	program.Mask - program.Product:         {"rWcwe", costAdd + costRow},
	program.SquareBits - program.Product:   {"rWww", costRow},
	program.ProductRest - program.Product:  {"rWceee", costMul + costRow},
	program.Linear - program.Product:       {"rWcee", costRow},
	program.Divide - program.Product:       {},
	program.Assert - program.Product:       {"reee", costMul + costRow},
	program.AssertLinear - program.Product: {"ree", costRow},
	program.AssertZero - program.Product:   {"ree", costRow},
}

// sparseFormats are the formats of operations of a SparseR1CS, from the first on.
var sparseFormats = [...]format{
	0:                                     {"rwwW", costSparse + costAdd}, // SparseAdd
	program.SparseSub - program.SparseAdd: {"rwwW", costSparse + costAdd},
	program.SparseSubFrom - program.SparseAdd:   {"rwwW", costSparse + costAdd},
	program.SparseShift - program.SparseAdd:     {"rwwWc", costSparse + costAdd},
	program.SparseCopy - program.SparseAdd:      {"rwwW", costSparse},
	program.SparseScale - program.SparseAdd:     {"rwwWc", costSparse + costMul},
	program.SparseLinear - program.SparseAdd:    {"rwwWe", costSparse},
	program.SparseMul - program.SparseAdd:       {"rwwW", costSparse + costMul},
	program.SparseXor - program.SparseAdd:       {"rwwW", costSparse},
	program.SparseAnd - program.SparseAdd:       {"rwwW", costSparse},
	program.SparseMulScaled - program.SparseAdd: {"rwwWc", costSparse + 2*costMul},
	program.SparseOutput - program.SparseAdd:    {"rwwWce", costSparse + 2*costMul},
	program.SparseDivide - program.SparseAdd:    {},
	program.SparseRow - program.SparseAdd:       {"rwww", costSparse},
	program.SparseAssert - program.SparseAdd:    {"rwwwce", costSparse + costMul},
	program.SparseBit - program.SparseAdd:       {"rwww", costSparse},
}

// Formats of what is listed in operations on many wires.
var (
	invertFormat = format{"We", costShare}
	divideFormat = format{"crWceee", costShare + costMul}
)
