package keys

import (
	"errors"
	"slices"
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
			var ran []string
			says := func(name string, right bool) func() error {
				return func() error {
					ran = append(ran, name)
					if right {
						return nil
					}
					return errors.New(name)
				}
			}
			err := a.Verify(says("ours", p.ours), says("gnark's", p.gnarks))
			if (err == nil) != p.gnarks || slices.Contains(ran, "gnark's") == p.alone {
				t.Errorf("%s, proof %d: %v, %q", name, i, err, ran)
			}
			if !test.passed && slices.Contains(ran, "ours") {
				t.Errorf("%s: ours ran", name)
			}
		}
	}
}
