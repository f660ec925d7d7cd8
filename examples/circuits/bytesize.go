package main

import (
	"fmt"
	"strconv"
	"strings"
)

// byteSize is a flag.Value: a number of bytes, written with a binary suffix K, M, G or T, alone or followed by B or iB.
type byteSize uint64

// String implements flag.Value.
func (b *byteSize) String() string {
	if b == nil || *b == 0 {
		return ""
	}
	return strconv.FormatUint(uint64(*b), 10)
}

// Set implements flag.Value.
func (b *byteSize) Set(text string) error {
	digits := strings.ToUpper(strings.TrimSpace(text))
	digits = strings.TrimSuffix(strings.TrimSuffix(digits, "B"), "I")
	shift := 0
	if i := strings.IndexAny(digits, "KMGT"); i >= 0 && i == len(digits)-1 {
		shift = 10 * (1 + strings.IndexByte("KMGT", digits[i]))
		digits = digits[:i]
	}
	n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 64)
	if err != nil || n<<shift>>shift != n {
		return fmt.Errorf("%q is no number of bytes, such as 512M or 8G", text)
	}
	*b = byteSize(n << shift)
	return nil
}
