package keys

// Type is the type of gnark's proving keys over one curve. All other code has them as any.
type Type interface {
	// Is reports whether an object is a key of the type, be it nil.
	Is(object any) bool
	// Key returns a key's pointer for caches. It returns nil for nil, and for anything but a key of
	// the type.
	Key(pk any) Pointer
	// New returns an empty key, and Copy sets one key to another.
	New() any
	Copy(to, from any)
	// Prepared returns an empty key as a prepared folder has it.
	Prepared() *Prepared
}

// TypeOf returns a type of keys.
func TypeOf[K any]() Type { return typeOf[K]{} }

type typeOf[K any] struct{}

func (typeOf[K]) Is(object any) bool {
	_, is := object.(*K)
	return is
}

func (typeOf[K]) Key(pk any) Pointer {
	key, _ := pk.(*K)
	if key == nil {
		return nil
	}
	return PointerTo(key)
}

func (typeOf[K]) New() any { return new(K) }

func (typeOf[K]) Copy(to, from any) { *to.(*K) = *from.(*K) }

func (typeOf[K]) Prepared() *Prepared {
	k := new(kept[K])
	return &Prepared{Key: &k.Key, Rest: &k.Rest, kept: k, clear: func() { *k = kept[K]{} }}
}
