package engine

// ToHost moves the elements to host memory, as a lack of memory does.
func (v *Vector[E, D, K]) ToHost() error {
	elements, err := v.Elements()
	if err != nil {
		return err
	}
	return v.toHost(elements)
}
