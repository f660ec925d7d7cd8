package keys

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// TestAgreement has both checks judge one proof after the other, and says which of them ran.
func TestAgreement(t *testing.T) {
	defer func(before func() bool) { solver.HasPassed = before }(solver.HasPassed)
	type proof struct{ ours, gnarks, alone bool } // what they say, and whether gnark's was spared
	right, wrong, trusted := proof{true, true, false}, proof{}, proof{true, true, true}
	for name, test := range map[string]struct {
		passed bool
		proofs []proof
	}{
		"right":              {true, []proof{right, trusted, trusted}},
		"wrong first":        {true, []proof{wrong, right, trusted}},
		"wrong later":        {true, []proof{right, wrong, trusted}},
		"ours accepts more":  {true, []proof{{true, false, false}, right, right}},
		"ours refuses more":  {true, []proof{{false, true, false}, right, right}},
		"ours refuses later": {true, []proof{right, {false, true, false}, right}},
		"another gnark":      {false, []proof{right, right, wrong}},
	} {
		solver.HasPassed = func() bool { return test.passed }
		var a Agreement
		for i, p := range test.proofs {
			var ours, gnarks bool // whether they ran
			says := func(ran *bool, right bool) func() error {
				return func() error {
					*ran = true
					if right {
						return nil
					}
					return errors.New("wrong")
				}
			}
			err := a.Verify(says(&ours, p.ours), says(&gnarks, p.gnarks))
			if (err == nil) != p.gnarks || gnarks == p.alone {
				t.Errorf("%s, proof %d: %v, gnark's ran: %v", name, i, err, gnarks)
			}
			if !test.passed && ours {
				t.Errorf("%s: ours ran", name)
			}
		}
	}
}
