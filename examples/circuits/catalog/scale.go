package catalog

import (
	"fmt"

	"github.com/consensys/gnark/frontend"
)

// size returns the size at which the circuit comes closest to the wanted number of constraints. It
// is between 1 and limit, and each step of it adds the same number of them. The two smallest
// circuits are compiled to learn that number: it differs from field to field and from builder to
// builder, and changes with gnark. A caller that wants one constraint gets the smallest circuit,
// and size compiles nothing. Nor does it for [WithSize].
func (r request) size(limit int, circuit func(size int) frontend.Circuit) (int, error) {
	if r.exact != nil {
		if *r.exact > limit {
			return 0, fmt.Errorf("%w: size %d, want at most %d", ErrUnsupportedOption, *r.exact,
				limit)
		}
		return *r.exact, nil
	}
	if r.constraints == 1 {
		return 1, nil
	}
	one, err := r.count(circuit(1))
	if err != nil {
		return 0, err
	}
	if r.constraints <= one {
		return 1, nil
	}
	two, err := r.count(circuit(2))
	if err != nil {
		return 0, err
	}
	step := two - one
	if step <= 0 {
		return 0, fmt.Errorf("circuit does not grow: %d constraints at size 1, %d at size 2", one,
			two)
	}
	steps := (r.constraints - one + step/2) / step
	return min(1+steps, limit), nil
}

// count compiles a circuit and returns its number of constraints.
func (r request) count(circuit frontend.Circuit) (int, error) {
	ccs, err := frontend.Compile(r.curve.field(), r.builder, circuit)
	if err != nil {
		return 0, fmt.Errorf("compiling a small circuit to learn how it grows: %w", err)
	}
	return ccs.GetNbConstraints(), nil
}

// counted is a number of things: "1 proof", "2 proofs".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
