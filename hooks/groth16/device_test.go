//go:build cuda && linux && (amd64 || arm64)

package groth16_test

import "testing"

func TestSumsRunOnTheDevice(t *testing.T)  { scheme.SumsRunOnTheDevice(t) }
func TestConfidential(t *testing.T)        { scheme.Confidential(t, 3) }
func TestProofsTakeTurns(t *testing.T)     { scheme.ProofsTakeTurns(t) }
func TestPlanIsKept(t *testing.T)          { scheme.PlanIsKept(t) }
func TestKeyLargerThanMemory(t *testing.T) { scheme.KeyLargerThanMemory(t) }
func TestCollectedLargeKey(t *testing.T)   { scheme.CollectedLargeKey(t) }

func TestCancelledAtCalls(t *testing.T) { scheme.CancelledAtCalls(t) }

func TestDamagedMemory(t *testing.T) { scheme.DamagedMemory(t) }

func TestCloseBesideLives(t *testing.T) { scheme.CloseBesideLives(t) }

func TestSeveralDevices(t *testing.T)       { scheme.SeveralDevices(t) }
func TestKeysOnSeveralDevices(t *testing.T) { scheme.KeysOnSeveralDevices(t) }
func TestUnequalDevices(t *testing.T)       { scheme.UnequalDevices(t) }
