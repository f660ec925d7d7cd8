package schedule_test

import (
	"errors"
	"testing"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/schedule"
)

func TestArithmetic(t *testing.T) {
	p := &program.Program{
		Wires: 6, Rows: 2,
		Code: []uint32{
			program.Product, 0, 3, program.Wire, 1, program.Wire, 2,
			program.Invert, 2, 4, program.Wire, 3, 5, program.Scaled, 0, 3,
		},
		Checks: []uint32{program.AssertLinear, 1, program.Wire, 4, program.Scaled, 0, 5},
	}
	got, err := schedule.ArithmeticOf(p, new(constraint.System))
	want := program.Arithmetic{Products: 1 + 2*3 + 1 + 1, Inversions: 1}
	if err != nil || got != want {
		t.Errorf("%+v, %v, expected %+v", got, err, want)
	}
	p.Checks = p.Checks[:2]
	_, err = schedule.ArithmeticOf(p, new(constraint.System))
	if !errors.Is(err, program.ErrUnsupported) {
		t.Errorf("err = %v", err)
	}
}
