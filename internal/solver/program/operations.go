package program

// Kinds of linear expressions. An expression is its kind and the words listed beside it. A wire is
// its index, a constant an index into Constants, a row the index of a constraint.
const (
	Zero          = iota // 0
	Constant             // constant
	Wire                 // wire
	Negated              // wire: its negative
	Double               // wire: twice its value
	Scaled               // constant, wire: their product
	Sum2                 // wire, wire
	Sum3                 // wire, wire, wire
	SumConstant          // wire, constant
	Sum2Constant         // wire, wire, constant
	Difference           // wire, wire: the first less the second
	ConstantMinus        // constant, wire: the first less the second
	SideA                // row: the value that A has there
	SideB                // row: the value that B has there
	NegatedDouble        // wire: twice its negative
	SumBit               // wire, constant, bit: the wire, plus the constant if the bit is 1
	SumScaled            // wire, constant, wire: the first, plus the constant times the second
	Few                  // n, constant or None, n terms: see below
	Combination          // n, then n times row, constant; then an expression: see below
	Sum                  // n, then n wires
	General              // six words, see below
)

// A [General] expression has the numbers of its terms by sort, and its constant or [None].
// Terms follow in this order: wires to add, wires to subtract, pairs of a small positive
// coefficient and a wire, pairs of a small negative coefficient and a wire, pairs of any
// coefficient and a wire, and groups: a small positive coefficient, the number of wires that it
// multiplies, and these.
//
// All terms but those of any coefficient, counted with their magnitudes, stay below [Budget] on
// either side.
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

// A [Few] is a constant and terms. Each term is a wire shifted by two bits that say how it is
// added.
const (
	FewPlus = iota
	FewMinus
	FewPlusDouble
	FewMinusDouble
)

// MaxFew is the number of terms that a [Few] has, at most.
const MaxFew = 4

// A [Combination] is the sum of the expression and of n products. Each product is of a constant and
// the value that A or B has in a row. The row is shifted by one bit, which is [Left] or [Right].

// None stands for a constant that is missing.
const None = ^uint32(0)

// Budget bounds the sum of magnitudes that are accumulated before a reduction.
const Budget = 1 << 61

// Operations that both kinds of systems have. The words that follow are listed; an expression
// stands for as many words as it has.
const (
	Invert        = iota // n, then n times wire, expression: the inverse, 0 of 0
	Bits                 // n, first wire, row, expression: its n lowest bits; see below
	Limbs                // n, first wire, size, expression: n limbs of size < 64 bits
	Xor                  // wire, expression, expression: of the canonical integers
	And                  // wire, expression, expression
	Or                   // wire, expression, expression
	Split                // first wire, k, expression: quotient and remainder by 2^k
	Quotients            // n, first wire, minuend, n expressions, n subtrahends
	Modulo               // n, first wire, modulus (2 words), 2 expressions: see below
	Equate               // index into Equations
	Divided              // index into Fractions
	Find                 // index into Counts, part: finds the rows of the queries of one part
	Count                // index into Counts: from the rows of all parts
	CountElements        // index into Counts: of a table without constants
	Collect              // index into Commitments, part: reads the inputs of one part
	Commit               // index into Commitments, whose inputs are read
	Hint                 // instruction
	Lookup               // instruction
	Custom               // instruction, level: a blueprint that solves itself
	commonEnd            // where the operations of one kind of systems begin
)

// A [Bits] whose row is not [None] asserts that the bits are the whole value. That row of an R1CS
// does so: A and C are the value, and B is 1.

// Operations of an R1CS. L, R and O are expressions without the wire that the operation sets.
// The inverse is a constant: that of the wire's coefficient. All set A, B and C of the row.
const (
	Product      = commonEnd + iota // row, wire, L, R: wire = L·R
	Mask                            // row, wire, side, bit, other side: wire = L·R
	SquareBits                      // row, wire, a, b: wire = (a + b)², of bits
	ProductRest                     // row, wire, inverse, L, R, O: wire = (L·R − O)·inverse
	Linear                          // row, wire, inverse, L, O: the same for R = 1
	Divide                          // n, then n times side, row, wire, inverse, L, R, O
	Assert                          // row, L, R, O: L·R = O
	AssertLinear                    // row, L, O: L = O, where R = 1
	AssertZero                      // row, L, R: one of them is 0
)

// Sides of an R1CS constraint, as [Divide] names the one with the wire that it sets.
const (
	Left = iota
	Right
)

// Operations of a SparseR1CS. Each sets L, R and O of its row to the wires a, b and c. The row
// counts the public inputs.
const (
	SparseAdd       = commonEnd + iota // row, a, b, c: c = a + b
	SparseSub                          // row, a, b, c: c = a − b
	SparseSubFrom                      // row, a, b, c: c = b − a
	SparseShift                        // row, a, b, c, constant: c = a + constant
	SparseCopy                         // row, a, b, c: c = a
	SparseScale                        // row, a, b, c, qL: c = qL·a
	SparseLinear                       // row, a, b, c, expression: c is its value
	SparseMul                          // row, a, b, c: c = a·b
	SparseXor                          // row, a, b, c: c = a ⊕ b, of bits
	SparseAnd                          // row, a, b, c: c = a·b, of bits
	SparseMulScaled                    // row, a, b, c, qM: c = qM·a·b
	SparseOutput                       // row, a, b, c, qM, expression: c = qM·a·b + its value
	SparseDivide                       // n, then n times side, row, a, b, c, qL, qR, qO, qM, qC
	SparseRow                          // row, a, b, c: nothing is computed
	SparseAssert                       // row, a, b, c, qM, expression: qM·a·b = its value
	SparseBit                          // row, a, b, c: a is 0 or 1
)

// A [Modulo] divides the product of two integers by a modulus of one word. The modulus's lower half
// comes first. The first wire is the quotient, and the second of two the remainder.

// Batch is the number of divisions that share an inversion, at most.
const Batch = 256
