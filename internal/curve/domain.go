package curve

// Domain is the n roots of unity that have a polynomial's values, and a coset.
type Domain[E any] struct {
	Field       *Field[E]
	Cardinality uint64 // n, a power of two
	// Generator is ω, of order n. Shift is the u of the coset uH; its inverse follows, and that
	// of n.
	Generator, Shift, ShiftInverse, CardinalityInverse E
}

// Len returns n as an int, and 0 for a domain that is missing.
func (d *Domain[E]) Len() int {
	if d == nil {
		return 0
	}
	return int(d.Cardinality)
}

// Vanishing returns xⁿ − 1, which is 0 on the domain alone.
func (d *Domain[E]) Vanishing(x E) E {
	power := d.Field.Power(x, d.Cardinality)
	return *d.Field.Sub(&power, &power, &d.Field.One)
}
