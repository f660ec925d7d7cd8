package plan

// CeilDiv returns a/b, rounded up.
func CeilDiv(a, b int) int { return (a + b - 1) / b }

func roundUp(a, b int) int { return CeilDiv(a, b) * b }

// minus is a − b, or 0.
func minus(a, b uint64) uint64 { return a - min(a, b) }
