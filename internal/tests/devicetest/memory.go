package devicetest

import (
	"regexp"
	"strconv"
	"testing"
)

// asked finds the memory that an error for want of it asks for.
var asked = regexp.MustCompile(`(\d+) bytes are needed beside the bases`)

// MinMemory returns the lowest memory limit, in bytes, under which try succeeds. It begins with
// next to nothing and gives the memory that the errors of try ask for: so they have to say it.
func MinMemory(t testing.TB, try func(limit uint64) error) uint64 {
	t.Helper()
	limit := uint64(1)
	for {
		err := try(limit)
		if err == nil {
			return limit
		}
		match := asked.FindStringSubmatch(err.Error())
		if match == nil {
			t.Fatalf("with %d bytes, an error that does not say how many are needed: %v",
				limit, err)
		}
		needed, parseErr := strconv.ParseUint(match[1], 10, 64)
		if parseErr != nil || needed <= limit {
			t.Fatalf("with %d bytes, an error that asks for no more: %v", limit, err)
		}
		limit = needed
	}
}
