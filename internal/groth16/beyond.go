package groth16

// SumWith begins the sum over a part of Z, which meets the coefficients from an index on. The sum
// is zero where the quotient fails: its own sum has the error.
func SumWith[P, E any](
	s *Sums[E], v *Vector[P, E], c *Coefficients[E], from int,
) Sum[P] {
	return begin(s, v.Name, func() (sum P, err error) {
		<-c.known
		if !c.set || len(v.Points) == 0 {
			return sum, nil
		}
		return withValues(s, v, c.values[from-c.from:][:len(v.Points)])
	})
}
