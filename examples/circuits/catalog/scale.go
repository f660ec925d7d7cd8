package catalog

import (
	"fmt"
	"math"

	"github.com/consensys/gnark/frontend"
)

// size returns the size whose number of constraints is closest to the wanted one. It is between 1
// and limit, and each step of it adds about the same number of them. The two smallest circuits are
// compiled to learn that number: it differs from field to field and from builder to builder, and
// changes with gnark. For a large circuit one more is compiled. A caller that wants one constraint
// gets the smallest circuit, and size compiles nothing. Nor does it for [WithSize].
func (r request) size(
	limit int, circuit func(request, int) (frontend.Circuit, error),
) (int, error) {
	if r.exact != nil {
		if *r.exact > limit {
			return 0, fmt.Errorf("%w: size %d, want at most %d", ErrUnsupportedOption, *r.exact,
				limit)
		}
		return *r.exact, nil
	}
	if r.constraints == 1 || limit == 1 {
		return 1, nil
	}
	one, err := r.count(circuit(r, 1))
	if err != nil {
		return 0, err
	}
	if r.constraints <= one {
		return 1, nil
	}
	two, err := r.count(circuit(r, 2))
	if err != nil {
		return 0, err
	}
	step := two - one
	if step <= 0 {
		return 0, fmt.Errorf("circuit does not grow: %d constraints at size 1, %d at size 2", one,
			two)
	}
	chosen := nearest(r.constraints, 1, one, step, limit)
	// Larger circuits may grow by smaller steps, for their lookup tables are larger, too.
	sample := 1 + chosen/samplePart
	if sample <= 2 {
		return chosen, nil
	}
	sampled, err := r.count(circuit(r, sample))
	if err != nil {
		return 0, err
	}
	even, later := one+(sample-1)*step, (sampled-two)/(sample-2)
	if max(even-sampled, sampled-even) <= even/unevenPart || later <= 0 {
		return chosen, nil
	}
	return nearest(r.constraints, sample, sampled, later, limit), nil
}

const (
	samplePart = 16  // of a chosen size is compiled, to see whether the circuit grows evenly
	unevenPart = 100 // of its constraints may be missing from even growth
)

// nearest is the size that comes closest to the wanted constraints. A known size has a number of
// them, and each step from there adds as many more.
func nearest(wanted, known, constraints, step, limit int) int {
	steps := int(math.Round(float64(wanted-constraints) / float64(step)))
	return max(1, min(known+steps, limit))
}

// count compiles a circuit and returns its number of constraints.
func (r request) count(circuit frontend.Circuit, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	ccs, err := frontend.Compile(r.curve.field(), r.builder, circuit)
	if err != nil {
		return 0, fmt.Errorf("compiling a small circuit to learn how it grows: %w", err)
	}
	return ccs.GetNbConstraints(), nil
}
