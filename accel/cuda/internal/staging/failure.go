package staging

// fail has all workers stop, and returns the error.
func (x *Transfer) fail(err error) error {
	x.failure.CompareAndSwap(nil, &err)
	return err
}

// failed is the first failure, or nil.
func (x *Transfer) failed() error {
	if err := x.failure.Load(); err != nil {
		return *err
	}
	return nil
}
