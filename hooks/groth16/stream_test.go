package groth16_test

import "testing"

func TestStreamGivesTheSameProofs(t *testing.T) { scheme.StreamGivesTheSameProofs(t) }
func TestStreamCancelled(t *testing.T)          { scheme.StreamCancelled(t) }
func TestStreamLeft(t *testing.T)               { scheme.StreamLeft(t) }
func TestStreamArguments(t *testing.T)          { scheme.StreamArguments(t) }
func TestStreamReleased(t *testing.T)           { scheme.StreamReleased(t) }
func TestPanicInAHint(t *testing.T)             { scheme.PanicInAHint(t) }
