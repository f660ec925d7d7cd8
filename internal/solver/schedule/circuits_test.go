package schedule_test

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/schedule"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
)

func init() {
	schedule.Builders = solvertest.Builders
	schedule.EachSystem = func(t *testing.T, test func(*testing.T, constraint.ConstraintSystem)) {
		solvertest.Each(t, ecc.BN254, func(t *testing.T, c *solvertest.Case) { test(t, c.System) })
	}
	schedule.Compiled = func(circuit, builder string) (constraint.ConstraintSystem, error) {
		c, err := solvertest.Compile(ecc.BN254, circuit, builder)
		if err != nil {
			return nil, err
		}
		return c.System, nil
	}
}
