package solver

import (
	"math"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Satisfied checks a fast solution by the constraints as gnark's code reads them. Each holds,
// and has the values of its row.
func (r *Run[E]) Satisfied(p *Program[E], s *Solution[E]) (err error) {
	defer recovered(&err) // a blueprint's method
	sys, first := r.system.System, 0
	if s.Sparse {
		first = p.Public
	}
	var tasks parallel.Tasks
	parallel.Chunks(len(sys.Instructions), func(from, to int) {
		for _, packed := range sys.Instructions[from:to] {
			values, holds := r.system.constraint(packed, s.Wires)
			row := first + int(packed.ConstraintOffset)
			for i := range values {
				if s.Rows[i] != nil {
					holds = holds && values[i] == r.system.Scalars.ToU64(&s.Rows[i][row])
				}
			}
			if !holds {
				tasks.Go(func() error { return Unsatisfied(uint32(row)) })
				return
			}
		}
	})
	return tasks.Wait()
}

// constraint returns the values of an instruction's constraint, and whether it holds.
func (s System[E]) constraint(
	packed constraint.PackedInstruction, wires []E,
) (values []constraint.U64, holds bool) {
	sys, f := s.System, s.Typed
	switch b := sys.Blueprints[packed.BlueprintID].(type) {
	case constraint.BlueprintR1C:
		var c constraint.R1C
		b.DecompressR1C(&c, packed.Unpack(sys))
		values = []constraint.U64{s.value(wires, c.L), s.value(wires, c.R), s.value(wires, c.O)}
		return values, f.Mul(values[0], values[1]) == values[2]
	case constraint.BlueprintSparseR1C:
		var c constraint.SparseR1C
		b.DecompressSparseR1C(&c, packed.Unpack(sys))
		for _, wire := range []uint32{c.XA, c.XB, c.XC} {
			values = append(values, s.Scalars.ToU64(&wires[wire]))
		}
		product := f.Mul(f.GetCoefficient(int(c.QM)), f.Mul(values[0], values[1]))
		sum := s.value(wires, constraint.LinearExpression{
			{CID: c.QL, VID: c.XA}, {CID: c.QR, VID: c.XB}, {CID: c.QO, VID: c.XC},
			{CID: c.QC, VID: math.MaxUint32},
		})
		holds = c.Commitment != constraint.NOT || f.Add(sum, product).IsZero()
		return values, holds
	}
	return nil, true
}
