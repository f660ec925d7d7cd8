//go:build gnark014

package limbs

const signs = false
