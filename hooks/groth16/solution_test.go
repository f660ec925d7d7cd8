package groth16_test

import "testing"

func TestFromSolutions(t *testing.T)    { scheme.FromSolutions(t) }
func TestInvalidSolutions(t *testing.T) { scheme.InvalidSolutions(t) }
