package program

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
	costOutput    = 3
	costInversion = 2000 // one, whatever shares it
	costShare     = 90   // of one that is shared
	costQuery     = 50   // of a table
	costEquation  = 600  // by limbs
	costLattice   = 500000
	costForeign   = 5000 // a function of integers, at least
	costInteger   = 100  // an argument of such a function
)

// expressionFormats are the formats of expressions, by kind.
var expressionFormats = [General + 1]format{
	Zero:          {"", 1},
	Constant:      {"c", 2},
	Wire:          {"w", 2},
	Negated:       {"w", costAdd},
	Double:        {"w", costAdd},
	Scaled:        {"cw", costMul},
	Sum2:          {"ww", costAdd},
	Sum3:          {"www", 2 * costAdd},
	SumConstant:   {"wc", costAdd},
	Sum2Constant:  {"wwc", 2 * costAdd},
	Difference:    {"ww", costAdd},
	ConstantMinus: {"cw", costAdd},
	SideA:         {"s", 2},
	SideB:         {"s", 2},
	NegatedDouble: {"w", 2 * costAdd},
	SumBit:        {"wcw", costAdd},
}

// commonFormats are the formats of operations that both kinds of systems have.
var commonFormats = [commonEnd]format{
	Bits:   {"nRe", 15},
	Limbs:  {"nce", 10},
	Xor:    {"Wee", 60},
	And:    {"Wee", 60},
	Or:     {"Wee", 60},
	Split:  {"Pce", 80},
	Modulo: {"nccee", 100},
}

// r1csFormats are the formats of operations of an R1CS, from commonEnd on.
var r1csFormats = [...]format{
	Product - commonEnd:      {"rWee", costMul + costRow},
	Mask - commonEnd:         {"rWcwe", costAdd + costRow},
	SquareBits - commonEnd:   {"rWww", costRow},
	ProductRest - commonEnd:  {"rWceee", costMul + costRow},
	Linear - commonEnd:       {"rWcee", costRow},
	Divide - commonEnd:       {},
	Assert - commonEnd:       {"reee", costMul + costRow},
	AssertLinear - commonEnd: {"ree", costRow},
	AssertZero - commonEnd:   {"ree", costRow},
}

// sparseFormats are the formats of operations of a SparseR1CS, from commonEnd on.
var sparseFormats = [...]format{
	SparseAdd - commonEnd:       {"rwwW", costRow + costAdd},
	SparseSub - commonEnd:       {"rwwW", costRow + costAdd},
	SparseSubFrom - commonEnd:   {"rwwW", costRow + costAdd},
	SparseShift - commonEnd:     {"rwwWc", costRow + costAdd},
	SparseCopy - commonEnd:      {"rwwW", costRow},
	SparseScale - commonEnd:     {"rwwWc", costRow + costMul},
	SparseLinear - commonEnd:    {"rwwWe", costRow},
	SparseMul - commonEnd:       {"rwwW", costRow + costMul},
	SparseXor - commonEnd:       {"rwwW", costRow},
	SparseAnd - commonEnd:       {"rwwW", costRow},
	SparseMulScaled - commonEnd: {"rwwWc", costRow + 2*costMul},
	SparseOutput - commonEnd:    {"rwwWce", costRow + 2*costMul},
	SparseDivide - commonEnd:    {},
	SparseRow - commonEnd:       {"rwww", costRow},
	SparseAssert - commonEnd:    {"rwwwce", costRow + costMul},
	SparseBit - commonEnd:       {"rwww", costRow},
}

// Formats of what is listed in operations on many wires.
var (
	invertFormat = format{"We", costShare}
	divideFormat = format{"crWceee", costShare + costMul}
)
