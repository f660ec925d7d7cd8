// Package fieldtest tests the scalar field of every curve. The tests of accel/<curve> describe its
// field as a value of [Field], and run the tests that are its methods.
package fieldtest

import "testing"

// Run runs all tests of the field.
func (f *Field[E, D, K]) Run(t *testing.T) {
	t.Run("OnCPU", f.OnCPU)
	t.Run("OnDevice", f.OnDevice)
	t.Run("Policy", f.Policy)
	t.Run("Concurrently", f.Concurrently)
	t.Run("Vector", f.Vector)
}
