package worker

import (
	"fmt"
	"os"
)

// memory is how many bytes the machine has, or its container if that has fewer. Two files of Linux
// say so; elsewhere it is a guess.
func memory(machine, container string) int64 {
	const guess = 32 << 30
	total, limit := int64(0), int64(0)
	text, _ := os.ReadFile(machine)
	if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &total); err != nil {
		total = guess >> 10
	}
	total <<= 10
	text, _ = os.ReadFile(container) // a number, or max
	if _, err := fmt.Sscan(string(text), &limit); err == nil && limit < total {
		return limit
	}
	return total
}
