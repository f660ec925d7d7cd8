package integers

import (
	"errors"
	"math/big"
)

// Equation equates a sum of products of variables with k·p + r. Here 0 ≤ r < p. In the limbs'
// polynomials, whose X stands for 2^Size, the sides differ by carries c:
//
//	Σ ±coefficient·Π variables(X) = k(X)·p(X) + r(X) + (2^Size − X)·c(X).
type Equation struct {
	Size      uint     // of a limb, in bits, from 1 to 64
	Modulus   []uint64 // the limbs of p > 0
	Terms     []Term
	Variables []int // the number of limbs of each

	Quotient, Remainder, Carries int // the numbers of limbs of k, r and c
}

// Term is a coefficient times a product of variables, which are named by their indices.
type Term struct {
	Coefficient uint64
	Negative    bool
	Factors     []int
}

type Work struct {
	Quotient, Remainder []uint64 // the limbs of |k| and of r
	Negative            bool     // k < 0

	limbs         [][]uint64 // without leading zeros
	sums          [2][]number
	product, next []number // products of factors

	words          []uint64
	low, high      big.Int
	modulus        big.Int
	quotient, rest big.Int
	carries        []number
}

var (
	errLong      = errors.New("limbs: a limb is too long")
	errOverflow  = errors.New("limbs: the quotient has too many limbs")
	errRemainder = errors.New("limbs: the remainder is not zero")
)

// Set sets one of the variables' limbs, whose words come lowest first.
func (w *Work) Set(limb int, x []uint64) {
	for limb >= len(w.limbs) {
		w.limbs = append(w.limbs, nil)
	}
	w.limbs[limb] = append(w.limbs[limb][:0], trim(x)...)
}

// Carry returns the words of a carry's magnitude, and its sign.
func (w *Work) Carry(i int) (x []uint64, negative bool) { return w.carries[i].magnitude() }

// Solve computes quotient, remainder and carries from the limbs that are set. If the remainder has
// no limbs, it must be 0.
func (e *Equation) Solve(w *Work) error {
	if err := e.sum(w); err != nil {
		return err
	}
	e.divide(w)
	if w.quotient.BitLen() > e.Quotient*int(e.Size) {
		return errOverflow
	}
	if e.Remainder == 0 && w.rest.Sign() != 0 {
		return errRemainder
	}
	w.Negative = w.quotient.Sign() < 0
	w.Quotient = w.split(w.Quotient, e.Quotient, &w.quotient, e.Size)
	w.Remainder = w.split(w.Remainder, e.Remainder, &w.rest, e.Size)
	e.carry(w)
	return nil
}

func (e *Equation) sum(w *Work) error {
	n := e.length()
	for i := range w.sums {
		w.sums[i] = zeros(w.sums[i], n)
	}
	for i := range e.Terms {
		if err := e.add(w, &e.Terms[i]); err != nil {
			return err
		}
	}
	for i := range n {
		w.sums[0][i].sub(&w.sums[1][i])
	}
	return nil
}

func (e *Equation) length() int {
	longest := 1
	for _, t := range e.Terms {
		n := 1
		for _, f := range t.Factors {
			n = max(n+e.Variables[f]-1, 0)
		}
		longest = max(longest, n)
	}
	return longest
}

func (e *Equation) add(w *Work, t *Term) error {
	sum := w.sums[0]
	if t.Negative {
		sum = w.sums[1]
	}
	w.product = append(w.product[:0], number{t.Coefficient})
	if len(t.Factors) == 0 {
		sum[0].add(&w.product[0])
	}
	for i, f := range t.Factors {
		x := e.variable(w, f)
		if i == len(t.Factors)-1 {
			return addTerms(sum, w.product, x)
		}
		w.next = zeros(w.next, max(len(w.product)+len(x)-1, 0))
		if err := addTerms(w.next, w.product, x); err != nil {
			return err
		}
		w.product, w.next = w.next, w.product
	}
	return nil
}

func (e *Equation) variable(w *Work, i int) [][]uint64 {
	first := 0
	for _, n := range e.Variables[:i] {
		first += n
	}
	return w.limbs[first : first+e.Variables[i]]
}

// addTerms adds the product of two polynomials with natural coefficients to a third.
func addTerms(z, x []number, y [][]uint64) error {
	for i := range x {
		a := trim(x[i][:])
		for j, b := range y {
			if len(a)+len(b) >= words {
				return errLong
			}
			addProduct(z[i+j][:], a, b)
		}
	}
	return nil
}

func (e *Equation) divide(w *Work) {
	var high number // and the words below it are the value
	size := int(e.Size)
	sum := w.sums[0]
	w.words = zeros(w.words, (len(sum)*size+63)/64)
	for i := range sum {
		high.add(&sum[i])
		put(w.words, i*size, high[0]&(1<<e.Size-1))
		high.shift(e.Size)
	}
	SetWords(&w.low, w.words)
	x, negative := high.magnitude()
	SetWords(&w.high, x)
	w.high.Lsh(&w.high, uint(len(sum)*size))
	if negative {
		w.low.Sub(&w.low, &w.high)
	} else {
		w.low.Add(&w.low, &w.high)
	}

	w.recompose(e.Modulus, e.Size)
	SetWords(&w.modulus, w.words)
	w.quotient.DivMod(&w.low, &w.modulus, &w.rest)
}

func (e *Equation) carry(w *Work) {
	var carry number
	sum := w.sums[0]
	w.carries = zeros(w.carries, e.Carries)
	for i := range w.carries {
		if i < len(sum) {
			carry.add(&sum[i])
		}
		var right number
		for j := range w.Quotient {
			if l := i - j; 0 <= l && l < len(e.Modulus) {
				addProduct(right[:], w.Quotient[j:j+1], e.Modulus[l:l+1])
			}
		}
		if w.Negative {
			carry.add(&right)
		} else {
			carry.sub(&right)
		}
		if i < len(w.Remainder) {
			carry.sub(&number{w.Remainder[i]})
		}
		carry.shift(e.Size)
		w.carries[i] = carry
	}
}
