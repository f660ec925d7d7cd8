package program

// r1c is a constraint L·R = O; the sides are pairs of a coefficient and a wire.
type r1c struct {
	row     uint32
	l, r, o []uint32
}

// newR1C reads a constraint from the calldata of a [constraint.BlueprintGenericR1C].
func newR1C(row uint32, calldata []uint32) r1c {
	l := 4 + 2*calldata[1]
	r := l + 2*calldata[2]
	o := r + 2*calldata[3]
	return r1c{row, calldata[4:l], calldata[l:r], calldata[r:o]}
}
