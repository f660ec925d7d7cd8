package drilltest

import "testing"

// TestCubes has a long witness that satisfies its circuit, with two constraints an input and one
// for the sum.
func TestCubes(t *testing.T) {
	const inputs = 20
	e, err := Cubes(inputs)
	if err != nil {
		t.Fatal(err)
	}
	if n := e.System.GetNbSecretVariables(); n != inputs {
		t.Errorf("%d private inputs", n)
	}
	if n := e.System.GetNbConstraints(); n != 2*inputs+1 {
		t.Errorf("%d constraints", n)
	}
	if err := e.System.IsSolved(e.Witness); err != nil {
		t.Error(err)
	}
}
