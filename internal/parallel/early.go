package parallel

// Early is a value that is made in the background as soon as what it depends on is known, and asked
// for later. The zero value has none. One goroutine at a time may use it.
type Early[From comparable, To any] struct {
	from   From
	to     To
	making *Tasks // nil: nothing was begun
}

// Begin has the value made, unless it is, or was, made of the same.
func (e *Early[From, To]) Begin(from From, value func(From) (To, error)) {
	if e.making != nil && e.from == from {
		return
	}
	e.Settle()
	e.from, e.making = from, new(Tasks)
	e.making.Go(func() (err error) {
		e.to, err = value(from)
		return err
	})
}

// Get waits for the value that was begun last.
func (e *Early[From, To]) Get() (To, error) {
	err := e.making.Wait()
	return e.to, err
}

// Settle waits until nothing is in the making.
func (e *Early[From, To]) Settle() {
	if e.making != nil {
		_ = e.making.Wait() // the error stays
	}
}
