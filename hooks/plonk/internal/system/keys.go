package system

import "fmt"

// RowsOfKeys returns the number of rows of the system's keys, a power of two. It refuses reference
// strings that are no match, with gnark's messages.
func (s *System[E]) RowsOfKeys(canonical, lagrange int) (int, error) {
	z, err := SizesOf(s)
	if err != nil {
		return 0, err
	}
	switch n := z.Rows; {
	case n < 2:
		return 0, fmt.Errorf("%w: circuit has only %d constraints; "+
			"unsupported by the current implementation", ErrInvalidInput, s.Rows().End)
	case canonical < n+3: // a blinded polynomial has three more coefficients
		return 0, fmt.Errorf("%w: kzg srs is too small: got %d, need %d",
			ErrInvalidInput, canonical, n+3)
	case lagrange != n:
		return 0, fmt.Errorf("%w: kzg srs lagrange is too small: got %d, need %d",
			ErrInvalidInput, lagrange, n)
	}
	return z.Rows, nil
}
