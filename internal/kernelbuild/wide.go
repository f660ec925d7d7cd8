package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// turn is one turn of a loop.
type turn struct {
	begin, end uint64 // addresses of its first instruction and of the branch back
	inner      bool   // the loop stands in another one, in whose turn it has one
	cost
}

// within reports whether the loop stands in another one. Two may begin together.
func (t turn) within(other turn) bool {
	return other.begin <= t.begin && t.end <= other.end &&
		(other.begin < t.begin || t.end < other.end)
}

// cost is what a thread executes.
type cost struct {
	instructions int
	wide         int // IMAD.WIDE, the product of 32-bit factors with 64 bits added
	// IMAD of other kinds, which take the same unit: low halves, and some of the moves and shifts
	narrow int
}

func (c cost) plus(d cost) cost {
	return cost{c.instructions + d.instructions, c.wide + d.wide, c.narrow + d.narrow}
}

// smallestTurn is the least number of wide multiplications of a loop whose turns are reported. A
// product of two elements of any field has more.
const smallestTurn = 64

// printWide prints, for the kernels that add points, what a thread executes in a turn of their
// loops. In an accumulation's that is the addition of a base to a bucket. Where an inner loop has
// all its products, one a turn, nine more turns of that belong to it. Pairs are added in several
// loops: their differences multiplied, in a thread, then over threads, one of the products
// inverted, and the sums.
func printWide(w io.Writer, root, curve string) error {
	m, err := readManifest(root, curve)
	if err != nil {
		return err
	}
	fatbin, err := committed(root, curve, fatbinName)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "kernelbuild-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	file := filepath.Join(temp, curve+".fatbin")
	if err := os.WriteFile(file, fatbin, 0o600); err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "arch\tinstructions\tIMAD.WIDE\tother IMAD\tloop at\t  kernel")
	for _, r := range m.Resources {
		if r.Callee != "" || !inFatbin(r.Arch) ||
			!strings.HasSuffix(r.Kernel, "_accumulate") &&
				!strings.HasSuffix(r.Kernel, "_batch_affine_add") {
			continue
		}
		code, err := disassemble(file, r.Arch, r.Kernel)
		if err != nil {
			return err
		}
		printTurns(table, r.Arch, r.Kernel, turns(code))
	}
	return table.Flush()
}

// inFatbin reports whether an architecture's machine code is in the fatbin, which cuobjdump 11.8
// reads. It reads no other.
func inFatbin(arch string) bool {
	return slices.ContainsFunc(targets, func(t target) bool {
		return t.Arch == arch && t.file() == fatbinName
	})
}

// printTurns prints a line for each loop that multiplies elements of a field.
func printTurns(table io.Writer, arch, kernel string, all []turn) {
	for _, t := range all {
		if t.wide < smallestTurn {
			continue
		}
		name := kernel
		if t.inner {
			name += ", inner loop"
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%#x\t  %s\n",
			arch, t.instructions, t.wide, t.narrow, t.begin, name)
	}
}

// turns returns the loops in the order of their addresses, with the longest way through each. In an
// addition that is the way of two different points: those of equal ones and of infinity leave most
// of it out.
func turns(code []instruction) (all []turn) {
	index := indexOf(code)
	for i, branch := range code {
		begin, known := index[branch.target]
		if !branch.is("BRA") || !known || begin >= i {
			continue
		}
		best := longest(code, index, begin, func(at int) bool { return at == i })
		all = append(all, turn{begin: branch.target, end: branch.address, cost: best.cost})
	}
	slices.SortFunc(all, func(a, b turn) int { return cmp.Compare(a.begin, b.begin) })
	for i := range all {
		all[i].inner = slices.ContainsFunc(all, all[i].within)
	}
	return all
}

// indexOf returns where the instruction of each address stands.
func indexOf(code []instruction) map[uint64]int {
	index := make(map[uint64]int, len(code))
	for i, c := range code {
		index[c.address] = i
	}
	return index
}

// way is a way through code to where it ends.
type way struct {
	there bool // whether there is one
	cost
}

// longest returns the way, from an instruction to one where it ends, that has most wide
// multiplications. Calls are followed. Branches back are not, so that inner loops count once; hence
// what follows an instruction has a higher index, and the ways are found from the last one on.
func longest(code []instruction, index map[uint64]int, from int, ends func(at int) bool) way {
	ways := make([]way, len(code)+1)
	for at := len(code) - 1; at >= from; at-- {
		best := way{there: ends(at)}
		if !best.there {
			for _, next := range successors(code, index, at) {
				if w := ways[next]; w.there && (!best.there || w.wide > best.wide) {
					best = w
				}
			}
		}
		if best.there {
			ways[at] = best.behind(code, index, at)
		}
	}
	return ways[from]
}

// behind returns the way with an instruction before it, and what that calls.
func (w way) behind(code []instruction, index map[uint64]int, at int) way {
	c := code[at]
	own := cost{instructions: 1}
	switch {
	case c.is("IMAD.WIDE"):
		own.wide = 1
	case c.is("IMAD"):
		own.narrow = 1
	}
	w.cost = w.plus(own)
	if callee, ok := index[c.target]; ok && c.is("CALL") {
		returns := func(at int) bool { return code[at].is("RET") }
		w.cost = w.plus(longest(code, index, callee, returns).cost)
	}
	return w
}

// successors returns what can follow an instruction at a higher index.
func successors(code []instruction, index map[uint64]int, at int) (next []int) {
	c := code[at]
	leaves := c.is("BRA") || c.is("EXIT") || c.is("RET")
	if !leaves || !c.always {
		next = append(next, at+1)
	}
	if target := index[c.target]; c.is("BRA") && target > at {
		next = append(next, target)
	}
	return next
}
