package attachment

import "fmt"

// Key is gnark's *ProvingKey from v0.16.4 on. A is gnark's interface of accelerators.
type Key[A any] interface {
	SetAccelerator(A)
	Accelerator() A
}

// carry has a key carry an accelerator. The function that it returns takes that off again, and
// does nothing after an error.
func carry[A any](key Key[A], accelerator any) (detach func(), err error) {
	ours, ok := accelerator.(A)
	if !ok {
		return func() {}, fmt.Errorf("gnark asks for other methods: %T", ours)
	}
	key.SetAccelerator(ours)
	return func() {
		var none A
		if any(key.Accelerator()) == accelerator {
			key.SetAccelerator(none)
		}
	}, nil
}
