package system

import (
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// Columns are a circuit's polynomials by their values on H. They are the columns of gnark's
// plonk.NewTrace, computed on all processors. The values of the permutation are labels of the
// positions to which it sends L, R and O: see [Columns.Label].
type Columns[E any] struct {
	device.Columns[E]
	// Wires are the numbers of the wires of L, R and O in each row. The first one is the padding.
	Wires [3][]uint32
	// Permutation sends position i of L‖R‖O to the position whose wire it has to equal.
	Permutation []uint32
}

// NewColumns reads a circuit of n rows, padding included. The labels are left out.
//
// The first rows are public inputs, each with the gate −L + Qk = 0; Qk is for a proof to complete.
// The constraints follow.
func NewColumns[E any](f *curve.Field[E], s *System[E], n int) (*Columns[E], error) {
	c := &Columns[E]{Permutation: make([]uint32, 3*n)}
	for _, p := range c.All() {
		*p = make([]E, n)
	}
	wires := make([]uint32, 3*n) // at each position
	c.Wires = [3][]uint32{wires[:n], wires[n : 2*n], wires[2*n:]}
	public := len(s.Public)
	if public > n {
		return nil, fmt.Errorf("%w: %d public inputs in %d rows", ErrInvalidInput, public, n)
	}
	one := f.One
	for i := range public {
		f.Neg(&c.Ql[i], &one)
		wires[i] = uint32(i)
	}
	for _, info := range s.Commitments {
		qcp := make([]E, n)
		for _, row := range slices.Concat(info.Committed, []int{info.CommitmentIndex}) {
			if row < 0 || row >= n-public {
				return nil, fmt.Errorf("%w: a commitment in row %d of %d",
					ErrInvalidInput, public+row, n)
			}
		}
		for _, row := range info.Committed {
			qcp[public+row] = one
		}
		c.Qcp = append(c.Qcp, qcp)
	}
	if err := c.readGates(s, wires); err != nil {
		return nil, err
	}
	c.permute(wires, public+len(s.Secret)+s.NbInternalVariables)
	return c, nil
}

// readGates sets the rows of the constraints, and the wires at their positions. The instructions of
// a system are cut into one part for each processor. The number of constraints in the parts before
// one says in which row it begins.
func (c *Columns[E]) readGates(s *System[E], wires []uint32) error {
	gates := make([]constraint.BlueprintSparseR1C, len(s.Blueprints)) // nil for other blueprints
	for i, b := range s.Blueprints {
		gates[i], _ = b.(constraint.BlueprintSparseR1C)
	}
	parts := runtime.GOMAXPROCS(0)
	part := func(i int) []constraint.PackedInstruction {
		n := len(s.Instructions)
		return s.Instructions[i*n/parts : (i+1)*n/parts]
	}
	counts := make([]int, parts)
	var counting parallel.Tasks
	for i := range parts {
		counting.Go(func() error {
			for _, instruction := range part(i) {
				if gates[instruction.BlueprintID] != nil {
					counts[i]++
				}
			}
			return nil
		})
	}
	if err := counting.Wait(); err != nil {
		return err
	}
	var reading parallel.Tasks
	row := len(s.Public)
	for i := range parts {
		from := row
		row += counts[i]
		reading.Go(func() error { return c.readPart(s, gates, part(i), from, wires) })
	}
	if err := reading.Wait(); err != nil {
		return err
	}
	if end := s.Rows().End; row != end {
		return fmt.Errorf("%w: %d rows in a constraint system of %d", ErrInvalidInput, row, end)
	}
	return nil
}

// readPart reads the constraints among some instructions. The first one is that of the given row.
func (c *Columns[E]) readPart(
	s *System[E], gates []constraint.BlueprintSparseR1C,
	part []constraint.PackedInstruction, row int, wires []uint32,
) error {
	n := len(c.Ql)
	variables := uint32(len(s.Public) + len(s.Secret) + s.NbInternalVariables)
	coefficients := uint32(len(s.Coefficients))
	var gate constraint.SparseR1C
	for _, instruction := range part {
		blueprint := gates[instruction.BlueprintID]
		if blueprint == nil {
			continue
		}
		blueprint.DecompressSparseR1C(&gate, instruction.Unpack(s.System))
		if row >= n || max(gate.XA, gate.XB, gate.XC) >= variables ||
			max(gate.QL, gate.QR, gate.QM, gate.QO, gate.QC) >= coefficients {
			return fmt.Errorf("%w: the constraint of row %d is not of this system",
				ErrInvalidInput, row)
		}
		c.Ql[row], c.Qr[row] = s.Coefficients[gate.QL], s.Coefficients[gate.QR]
		c.Qm[row], c.Qo[row] = s.Coefficients[gate.QM], s.Coefficients[gate.QO]
		c.Qk[row] = s.Coefficients[gate.QC]
		wires[row], wires[n+row], wires[2*n+row] = gate.XA, gate.XB, gate.XC
		row++
	}
	return nil
}

// permute sets the permutation whose cycles are the positions of each wire. Each position goes to
// the one before, the first to the last.
func (c *Columns[E]) permute(wires []uint32, variables int) {
	const none = math.MaxUint32
	first, last := make([]uint32, variables), make([]uint32, variables)
	for i := range last {
		last[i] = none
	}
	for i, wire := range wires {
		if last[wire] == none {
			first[wire] = uint32(i)
		} else {
			c.Permutation[i] = last[wire]
		}
		last[wire] = uint32(i)
	}
	for wire, position := range last {
		if position != none {
			c.Permutation[first[wire]] = position
		}
	}
}

// Label sets S1, S2 and S3. Position i of L, R and O has the label ωⁱ, uωⁱ and u²ωⁱ; points are the
// powers of ω.
func (c *Columns[E]) Label(f *curve.Field[E], points []E, u E) {
	n := len(points)
	all := [3][]E{points, make([]E, n), make([]E, n)} // the labels of L, R and O
	parallel.Chunks(n, func(from, to int) {
		f.Vectors.ScalarMul(all[1][from:to], points[from:to], &u)
		f.Vectors.ScalarMul(all[2][from:to], all[1][from:to], &u)
	})
	parallel.Chunks(n, func(from, to int) {
		for j, labels := range c.S {
			for i := from; i < to; i++ {
				target := int(c.Permutation[j*n+i])
				labels[i] = all[target/n][target%n]
			}
		}
	})
}
