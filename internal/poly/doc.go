// Package poly has the arithmetic of polynomials that a prover does on the host. It stands between
// the transforms and the commitments. It runs on all processors, over the scalars of every curve.
//
// A polynomial is the slice of its coefficients in ascending order, p[i] that of Xⁱ. Functions on
// vectors do not care about the meaning of the entries, nor about their order. Elements are in
// Montgomery form, as gnark-crypto has them. Functions that work in place say so. No function
// keeps a slice after it returns.
//
// A vector is cut into chunks, one for each processor. Where a chunk needs a value from the
// others, such as a running product, there are two passes: the first finds the contribution of
// each chunk, the second starts from that.
package poly
