package program_test

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	. "github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
)

// words returns the length of an expression.
func words(code []uint32) int {
	switch code[0] {
	case Zero:
		return 1
	case Constant, Wire, Negated, Double, SideA, SideB, NegatedDouble:
		return 2
	case Scaled, Sum2, SumConstant, Difference, ConstantMinus:
		return 3
	case Sum3, Sum2Constant:
		return 4
	case Sum:
		return 2 + int(code[1])
	case Combination:
		n := 2 + 2*int(code[1])
		return n + words(code[n:])
	}
	n := GeneralTerms + int(code[GeneralPlus]+code[GeneralMinus]) +
		2*int(code[GeneralSmallPlus]+code[GeneralSmallMinus]+code[GeneralLarge])
	for range code[GeneralGroups] {
		n += 2 + int(code[n+1])
	}
	return n
}

var names = []string{"0", "c", "w", "-w", "2w", "cw", "w+w", "w+w+w", "w+c", "w+w+c", "w-w", "c-w", "A", "B", "-2w", "comb", "sum", "gen"}

func TestHistogram(t *testing.T) {
	name := os.Getenv("C")
	if name == "" {
		t.Skip()
	}
	n, _ := strconv.Atoi(os.Getenv("N"))
	c, _ := catalog.Lookup(name)
	b := solvertest.Builders["r1cs"]
	i, err := c.New(ecc.BN254, n, catalog.WithBuilder(b))
	if err != nil {
		t.Fatal(err)
	}
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), b, i.Circuit)
	if err != nil {
		t.Fatal(err)
	}
	sys := ccs.(*cs.R1CS)
	p, err := Translate(&sys.System, sys)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	terms := [6]int{}
	var tag string
	expr := func(code []uint32, pc int) int {
		k := names[code[pc]]
		if code[pc] == General {
			k = fmt.Sprint("gen", code[pc+1:pc+6])
			for j := range 5 {
				terms[j] += int(code[pc+1+j])
			}
		}
		if code[pc] == Combination {
			k = fmt.Sprint("comb", code[pc+1])
		}
		if code[pc] == Sum {
			k = fmt.Sprint("sum", code[pc+1])
		}
		tag += " " + k
		return pc + words(code[pc:])
	}
	for _, code := range [][]uint32{p.Code, p.Checks} {
		for pc := 0; pc < len(code); {
			op := code[pc]
			skip, n := 0, 1
			switch op {
			case Product:
				tag = "mul"
				pc = expr(code, expr(code, pc+3))
			case ProductRest:
				tag = "mulrest"
				pc = expr(code, expr(code, expr(code, pc+4)))
			case Linear:
				tag = "lin"
				pc = expr(code, expr(code, pc+4))
			case Assert:
				tag = "assert"
				pc = expr(code, expr(code, expr(code, pc+2)))
			case AssertLinear:
				tag = "assertlin"
				pc = expr(code, expr(code, pc+2))
			case AssertZero:
				tag = "assertzero"
				pc = expr(code, expr(code, pc+2))
			case Divide:
				n, skip = int(code[pc+1]), 4
				pc += 2
				for range n {
					tag = "div"
					pc = expr(code, expr(code, expr(code, pc+skip)))
					counts[tag]++
				}
				continue
			case Invert:
				n = int(code[pc+1])
				pc += 2
				for range n {
					tag = "inv"
					pc = expr(code, pc+1)
					counts[tag]++
				}
				continue
			case Bits:
				tag = "bits" + fmt.Sprint(code[pc+1])
				pc = expr(code, pc+3)
			case Limbs:
				tag = "limbs" + fmt.Sprint(code[pc+1])
				pc = expr(code, pc+4)
			case Xor, And, Or:
				tag = "xor"
				pc = expr(code, expr(code, pc+2))
			case Split:
				tag = "split"
				pc = expr(code, pc+3)
			case Count, Hint, Lookup:
				tag = "hint"
				pc += 2
			default:
				t.Fatal(op)
			}
			counts[tag]++
		}
	}
	var keys []string
	for k := range counts {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return counts[keys[i]] > counts[keys[j]] })
	for _, k := range keys[:min(28, len(keys))] {
		t.Log(counts[k], k)
	}
	t.Log("terms", terms, "words", len(p.Code), len(p.Checks), "constants", len(p.Constants))
}
