package proving

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseBytes reads a number of bytes. It may have a binary suffix K, M, G or T, alone or followed
// by B or iB.
func ParseBytes(text string) (uint64, error) {
	digits := strings.ToUpper(strings.TrimSpace(text))
	digits = strings.TrimSuffix(strings.TrimSuffix(digits, "B"), "I")
	shift := 0
	if i := strings.IndexAny(digits, "KMGT"); i >= 0 && i == len(digits)-1 {
		shift = 10 * (1 + strings.IndexByte("KMGT", digits[i]))
		digits = digits[:i]
	}
	n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 64)
	if err != nil || n<<shift>>shift != n {
		return 0, fmt.Errorf("%q is no number of bytes, such as 512M or 8G", text)
	}
	return n << shift, nil
}
