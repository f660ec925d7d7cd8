package multiexp

import "github.com/gnark-accel/gnark-accel/accel/cuda"

// PlanMultiples is a dry run of [Group.MultiplesOf] in two groups at the same time, with n1 and n2
// scalars.
func PlanMultiples[P1, P2, E any](g1 *Group[P1, E], g2 *Group[P2, E], n1, n2 int) error {
	return g1.compute("multiples of a base", n1+n2, 0, func(w *cuda.Workspace) error {
		if _, _, _, err := g1.roomForMultiples(w, new(P1), n1); err != nil {
			return err
		}
		_, _, _, err := g2.roomForMultiples(w, new(P2), n2)
		return err
	})
}

// PlanDecode is a dry run of [Group.Decode] of n points on the device. It returns the most memory
// of the host that it has at once, in bytes, the points included.
func (g *Group[P, E]) PlanDecode(n int, compressed bool) (host uint64, err error) {
	if n == 0 {
		return 0, nil
	}
	err = g.compute("check of points", n, 0, func(w *cuda.Workspace) error {
		_, _, _, _, err := g.roomForCheck(w, n)
		return err
	})
	points := Points[P]{Number: n}.Bytes()
	if compressed {
		file := readInPieces(uint64(4 + n*g.host.Format.Compressed))
		return file + 2*points + uint64(n), err // the roots, and the points that the device returns
	}
	return readInPieces(uint64(4+n*g.host.Format.Raw)) + points, err
}

// readInPieces is the memory that a part of a file takes, in bytes, as [replayed] reads it. A
// buffer that becomes too small is copied to one of twice the size.
func readInPieces(bytes uint64) uint64 {
	last := min(bytes, mostAtOnce)
	room, before := last, uint64(0)
	for ; room < bytes; room *= 2 {
		before = room
	}
	return room + before
}
