//go:build !gnark014

package limbs

// signs says that terms and quotients of polynomials have signs, as they do from gnark v0.15.0 on.
const signs = true
