package protocol

import "fmt"

// ErrNotMade: nil, or a zero value, in the place of something that a function of package
// hooks/plonk returns.
var ErrNotMade = fmt.Errorf("%w: nil, or a zero value", ErrInvalidInput)
