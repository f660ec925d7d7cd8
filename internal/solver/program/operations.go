package program

import _ "embed"

// Operations is this file, which tells programs of different versions apart.
//
//go:embed operations.go
var Operations string

// Kinds of linear expressions. An expression is its kind and the words that [expressions] says.
const (
	Zero = iota
	Constant
	Wire
	Double
	Scaled
	Sum2
	SumConstant
	Sum2Constant
	Difference
	ConstantMinus
	SideA
	SideB
	SumBit
	SumScaled
	Few
	Combination
	Sum
	General
)

// Operations. [operations] has the words behind each.
const (
	Invert = iota // from here on, operations on no row or on several
	Bits
	Limbs
	Xor
	And
	Or
	Split
	Quotients
	Modulo
	Equate
	Divided
	Find
	Count
	CountElements
	Collect
	Commit
	Hint
	Lookup
	Custom
	Divide
	SparseDivide
	Product // from here on, operations of an R1CS
	Mask
	ProductRest
	Assert
	AssertLinear
	AssertRight
	AssertInverse
	AssertZero
	SparseAdd // from here on, operations of a SparseR1CS
	SparseSub
	SparseSubFrom
	SparseShift
	SparseLinear
	SparseMul
	SparseXor
	SparseAnd
	SparseMulScaled
	SparseOutput
	SparseRow
	SparseAssert
	SparseBit
)

// format lists the words of an operation or expression, behind its kind:
//
//	w  a wire that it reads
//	W  a wire that it sets
//	P  the first of two wires that it sets
//	N  the number of wires that it sets, and the first of them: two words
//	r  a row that it sets
//	R  the same, or None
//	s  a row of which it reads a side
//	S  the same, shifted by one bit, which is [Left] or [Right]
//	a  a wire that it adds to others
//	f  a wire that it adds to others, as [Few] has it
//	d  the side that a division sets
//	x  the wire of the left or right side, which it sets if that is the division's, or reads
//	k  a constant that it multiplies with
//	c  another word
//	e  an expression
//	g  the words of a [General]
//	() a number of repetitions, and the words of each
//
// Other letters stand for no word, but for arithmetic:
//
//	m  a product of two elements
//	v  an inversion
//	i  an element that shares the inversion
type format struct {
	words string
	cost  uint32                             // of all but arithmetic and expressions
	more  func(f *Footprint, words []uint32) // adds the rest, which the words lack
}

// Costs are nanoseconds on a core of 3 GHz, for four limbs. A row's includes copying its wires.
const (
	costAdd       = 4
	costMul       = 22
	costTerm      = 8 // a small coefficient times a wire, accumulated
	costReduction = 14
	CostRow       = 8
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

// expressions are the formats of expressions, by kind. A constant is an index into Constants.
var expressions = [...]format{
	Zero:          {words: "", cost: 1},
	Constant:      {words: "c", cost: 2},
	Wire:          {words: "w", cost: 2},
	Double:        {words: "w", cost: costAdd},  // 2·w
	Scaled:        {words: "mcw"},               // c·w
	Sum2:          {words: "ww", cost: costAdd}, // w + w
	SumConstant:   {words: "wc", cost: costAdd},
	Sum2Constant:  {words: "wwc", cost: 2 * costAdd},
	Difference:    {words: "ww", cost: costAdd},  // w − w
	ConstantMinus: {words: "cw", cost: costAdd},  // c − w
	SideA:         {words: "s", cost: 2},         // the value that A has there
	SideB:         {words: "s", cost: 2},         // the value that B has there
	SumBit:        {words: "wcw", cost: costAdd}, // w, and c if the second wire is 1: a bit
	SumScaled:     {words: "wkw", cost: costAdd}, // w + c·w
	Few:           {words: "c(f)"},               // a constant or None, and terms: see below
	Combination:   {words: "(mSc)e"},             // the expression, and products of sides with c
	Sum:           {words: "(a)", cost: costReduction},
	General:       {words: "g", cost: costReduction}, // see below
}

// operations are the formats of operations. L, R and O are expressions, in this order, without the
// wire that the operation sets. The inverse is a constant: that of this wire's coefficient.
var operations = [...]format{
	Invert:        {words: "v(iWe)"},        // the inverses, 0 of 0
	Bits:          {words: "NRe", cost: 15}, // the lowest bits; see below
	Limbs:         {words: "Nce", cost: 10}, // limbs of c < 64 bits
	Xor:           {words: "Wee", cost: 60}, // of the canonical integers
	And:           {words: "Wee", cost: 60},
	Or:            {words: "Wee", cost: 60},
	Split:         {words: "Pce", cost: 80},    // quotient and remainder by 2^c
	Quotients:     {words: "ve(iWmee)"},        // numerators by the first expression less the last
	Modulo:        {words: "Nccee", cost: 100}, // see below
	Equate:        {words: "c", cost: costEquation, more: (*Footprint).equate},
	Divided:       {words: "c", cost: costFraction, more: (*Footprint).divided},
	Find:          {words: "cc", more: (*Footprint).find},         // the rows of one part's queries
	Count:         {words: "c", more: (*Footprint).count},         // from the rows of all parts
	CountElements: {words: "c", more: (*Footprint).countElements}, // of a table without constants
	Collect:       {words: "cc", more: (*Footprint).collect},      // reads the inputs of one part
	Commit:        {words: "c", cost: costForeign, more: (*Footprint).commit},
	Hint:          {words: "c", more: (*Footprint).hint},                       // an instruction
	Lookup:        {words: "c", more: (*Footprint).lookup},                     // an instruction
	Custom:        {words: "cc", cost: costForeign, more: (*Footprint).custom}, // and its level

	Product:      {words: "mrWee", cost: CostRow},           // W = L·R
	Mask:         {words: "rWcwe", cost: costAdd + CostRow}, // W = L·R: a side, its bit, the other
	ProductRest:  {words: "mrWceee", cost: CostRow},         // W = (L·R − O)·inverse
	Divide:       {words: "v(imcrWcecee)"},                  // see below
	Assert:       {words: "mreee", cost: CostRow},           // L·R = O
	AssertLinear: {words: "ree", cost: CostRow},             // L = O, where R = 1
	AssertRight:  {words: "ree", cost: CostRow},             // R = O, where L = 1
	AssertZero:   {words: "ree", cost: CostRow},             // L or R is 0
	// L·R = 1, where a wire is one side, and the inverse of the other unless both are 0. Behind the
	// wire come its side, and where the other side's expression stands in Code.
	AssertInverse: {words: "rwcc", cost: CostRow},

	// A row that counts the public inputs, and the wires a, b and c, of which it sets L, R and O.
	SparseAdd:       {words: "rwwW", cost: costSparse + costAdd},    // c = a + b
	SparseSub:       {words: "rwwW", cost: costSparse + costAdd},    // c = a − b
	SparseSubFrom:   {words: "rwwW", cost: costSparse + costAdd},    // c = b − a
	SparseShift:     {words: "rwwWc", cost: costSparse + costAdd},   // c = a + constant
	SparseLinear:    {words: "rwwWe", cost: costSparse},             // c is the expression
	SparseMul:       {words: "mrwwW", cost: costSparse},             // c = a·b
	SparseXor:       {words: "rwwW", cost: costSparse},              // c = a ⊕ b, of bits
	SparseAnd:       {words: "rwwW", cost: costSparse},              // c = a·b, of bits
	SparseMulScaled: {words: "mrwwWc", cost: costSparse + costMul},  // c = qM·a·b
	SparseOutput:    {words: "mrwwWce", cost: costSparse + costMul}, // c = qM·a·b + the expression
	SparseDivide:    {words: "v(im" + division + ")"},
	SparseRow:       {words: "rwww", cost: costSparse},    // nothing is computed
	SparseAssert:    {words: "mrwwwce", cost: costSparse}, // qM·a·b is the expression
	SparseBit:       {words: "rwww", cost: costSparse},    // a is 0 or 1
}

// division has the words of one division in a [SparseDivide]. The last are qL, qR, qO, qM and qC.
const division = "drxxwccccc"

const DivisionWords = len(division)

// A [Bits] whose row is not [None] asserts that the bits are the whole value. That row of an R1CS
// does so: A and C are the value, and B is 1.

// A [Modulo] divides the product of two integers by a modulus of one word, whose lower half comes
// first. The first wire is the quotient, and the second of two the remainder.

// A division of a [Divide] has the side of its wire, the inverse of the wire's coefficient, C, the
// number of the words behind that, the rest of the wire's side, and the divisor.

// Sides of an R1CS constraint.
const (
	Left = iota
	Right
)

// The terms of a [Few] are wires shifted by two bits. The bits say how each is added.
const (
	FewPlus = iota
	FewMinus
	FewPlusDouble
	FewMinusDouble
)

const MaxFew = 4 // terms of a [Few]

// A [General] expression begins with its terms' numbers by sort, and its constant or [None].
// Terms follow in this order: wires to add, wires to subtract, pairs of a small positive
// coefficient and a wire, pairs of a small negative coefficient and a wire, pairs of any
// coefficient and a wire, and groups: a small positive coefficient, the number of wires that it
// multiplies, and these.
//
// Terms count with their magnitudes, but for pairs of any coefficient. The counts stay below
// [Budget] on either side.
const (
	GeneralPlus = iota + 1
	GeneralMinus
	GeneralSmallPlus
	GeneralSmallMinus
	GeneralLarge
	GeneralGroups
	GeneralConstant
	GeneralTerms // where the terms begin
)

const None = ^uint32(0) // stands for a constant that is missing

const Budget = 1 << 61 // bounds the sum of magnitudes that are accumulated before a reduction

const Batch = 1024 // divisions that share an inversion, at most
