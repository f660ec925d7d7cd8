package prepared

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"reflect"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

var errShort = errors.New("it ends within a value")

// decoder decodes the values of an encoder. It makes room for the vectors, which are read later.
type decoder struct {
	small   []byte
	left    uint64 // bytes of vectors that no value has yet
	vectors [][]byte
	known   []reflect.Value // pointers by their numbers
}

func (d *decoder) decode(pointer any) error {
	var task parallel.Tasks // which has an error in place of a panic
	task.Go(func() error { return d.value(reflect.ValueOf(pointer).Elem()) })
	return task.Wait()
}

func (d *decoder) next(n uint64) ([]byte, error) {
	if n > uint64(len(d.small)) {
		return nil, errShort
	}
	b := d.small[:n]
	d.small = d.small[n:]
	return b, nil
}

func (d *decoder) number() (uint64, error) {
	b, err := d.next(8)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(b), nil
}

func (d *decoder) value(v reflect.Value) error {
	if flat(v.Type(), loose) {
		return d.into(memory(v))
	}
	switch v.Kind() {
	case reflect.String:
		n, err := d.number()
		if err != nil {
			return err
		}
		b, err := d.next(n)
		settable(v).SetString(string(b))
		return err
	case reflect.Struct:
		return each(v.NumField(), v.Field, d.value)
	case reflect.Array:
		return each(v.Len(), v.Index, d.value)
	case reflect.Slice:
		return d.slice(settable(v))
	case reflect.Pointer:
		return d.pointer(settable(v))
	}
	return nil // it was zero
}

func (d *decoder) into(to []byte) error {
	b, err := d.next(uint64(len(to)))
	copy(to, b)
	return err
}

func (d *decoder) slice(v reflect.Value) error {
	n, err := d.number()
	if n == 0 || err != nil {
		return err
	}
	n--
	t := v.Type().Elem()
	isFlat, size := flat(t, loose), max(uint64(t.Size()), 1)
	apart := isFlat && n*size >= minVector
	room := uint64(len(d.small)) // every other element takes a byte at least
	if apart {
		room = d.left
	} else if isFlat {
		room /= size
	}
	if n > room || apart && n*size > room {
		return errShort
	}
	v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
	switch {
	case apart:
		d.left -= n * size
		d.vectors = append(d.vectors, raw.Huge(content(v)))
		return nil
	case isFlat:
		return d.into(content(v))
	}
	return each(int(n), v.Index, d.value)
}

func (d *decoder) pointer(v reflect.Value) error {
	n, err := d.number()
	switch {
	case n == 0 || err != nil:
		return err
	case n <= uint64(len(d.known)):
		v.Set(d.known[n-1])
		return nil
	case n != uint64(len(d.known))+1:
		return errShort
	}
	v.Set(reflect.New(v.Type().Elem()))
	d.known = append(d.known, v)
	return d.value(v.Elem())
}

func settable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// layoutOf returns a digest of a pointer's type: of names, types and places of all fields.
func layoutOf(pointer any) []byte {
	h := sha256.New()
	describe(h, reflect.TypeOf(pointer).Elem(), map[reflect.Type]bool{})
	return h.Sum(nil)
}

func describe(h hash.Hash, t reflect.Type, met map[reflect.Type]bool) {
	fmt.Fprintf(h, "%s %s %d;", t, t.Kind(), t.Size())
	if met[t] {
		return
	}
	met[t] = true
	switch t.Kind() {
	case reflect.Array, reflect.Slice, reflect.Pointer:
		describe(h, t.Elem(), met)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			fmt.Fprintf(h, "%s %d ", f.Name, f.Offset)
			describe(h, f.Type, met)
		}
	}
}
