package protocol

import "fmt"

// ErrNotMade: nil, or a zero value, in the place of something that a function of package
// hooks/groth16 returns.
var ErrNotMade = fmt.Errorf("%w: nil, or a zero value", ErrInvalidInput)
