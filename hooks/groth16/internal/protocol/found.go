package protocol

import (
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
)

// found takes a pass over the system to find. Folders keep it.
type found[P1, P2, E comparable] struct {
	ones parts[P1, P2] // of the constant wire
	// groups has the points of each group of visible wires.
	groups  []wireGroup[P1, P2, E]
	factors factors[E]
}

// loadOrFind returns a key's equation from the system's folder. Otherwise it is found, and kept
// there.
func loadOrFind[P1, P2, E comparable](
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E],
) (*found[P1, P2, E], error) {
	if sys.Folder == nil {
		return find(c, sys, pk)
	}
	of, err := digestOf(sys, pk)
	if err != nil {
		return find(c, sys, pk) // the program has the same digest, and says why there is none
	}
	kept := new(found[P1, P2, E])
	if sys.Folder.Load("equation", of, kept, nil) {
		return kept, nil
	}
	if kept, err = find(c, sys, pk); err == nil {
		sys.Folder.Save("equation", of, kept)
	}
	return kept, err
}

// digestOf returns the digest of a system and a key. Of the key it covers the part that the
// equation follows from.
func digestOf[P1, P2, E any](sys *system.System[E], pk *Key[P1, P2, E]) (prepared.Digest, error) {
	both := struct {
		System prepared.Digest
		Key    Key[P1, P2, E]
	}{Key: *pk}
	both.Key.Domain, both.Key.Z = nil, nil
	var err error
	if both.System, err = sys.Digest(); err != nil {
		return prepared.Digest{}, err
	}
	return prepared.Of(&both)
}

// find finds what the equation of a key and its system needs, or errUnwritten.
func find[P1, P2, E comparable](
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E],
) (*found[P1, P2, E], error) {
	w, err := write(c, sys, pk)
	if err != nil {
		return nil, err
	}
	f := &found[P1, P2, E]{
		factors: w.links.factors, groups: make([]wireGroup[P1, P2, E], 1+len(pk.Commitments)),
	}
	for i := range f.groups {
		f.groups[i] = newWireGroup[P1, P2](c.Field)
	}
	if f.ones, err = f.fill(w); err != nil {
		return nil, err
	}
	for i := range f.groups {
		f.groups[i].reverse()
	}
	return f, nil
}

// fill sets the points of all groups. It returns the points of the constant wire, which is in no
// group. Most wires bring points of the key as they are, and numbers that multiply the wire's
// value.
func (f *found[P1, P2, E]) fill(w *written[P1, P2, E]) (ones parts[P1, P2], err error) {
	if ones, err = w.of(w.visible.wires[0], w.terms[0]); err != nil {
		return ones, err
	}
	for group, wires := range w.visible.groups {
		f.groups[group].grow(len(wires))
	}
	var long []int
	for i, terms := range w.terms[1:] {
		if len(terms) > fewTerms {
			long = append(long, 1+i)
			continue
		}
		at := w.visible.at[1+i]
		w.add(&f.groups[at.group], at.index, w.visible.wires[1+i], terms)
	}
	made, err := w.parts(long)
	for i := range made {
		at := w.visible.at[long[i]]
		f.groups[at.group].add(at.index, &made[i])
	}
	for key := range 2 {
		for _, at := range append(w.visible.at, w.visible.again...) {
			addLink(w.links, key, &f.groups[at.group].a, at)
		}
	}
	return ones, err
}
