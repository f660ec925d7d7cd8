// Package algebra is a curve of gnark-crypto as the provers compute with it on the host.
//
// gnark-crypto has types of its own for each curve, and no interface over them. [Scalar] names the
// methods of scalars. [Field] and [Group] hold as functions what has no common method set: they are
// not called in hot loops, or work on whole vectors. The packages below have one of each for their
// curve.
package algebra
