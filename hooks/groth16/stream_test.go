package groth16_test

import "testing"

func TestStreamGivesTheSameProofs(t *testing.T) { scheme.StreamGivesTheSameProofs(t) }
func TestStreamCancelled(t *testing.T)          { scheme.StreamCancelled(t) }
func TestStreamArguments(t *testing.T)          { scheme.StreamArguments(t) }
func TestPanicInAHint(t *testing.T)             { scheme.PanicInAHint(t) }
