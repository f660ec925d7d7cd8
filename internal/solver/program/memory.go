package program

import "reflect"

func (p *Program) Bytes() int { return bytesOf(reflect.ValueOf(p), map[uintptr]bool{}) }

// bytesOf returns the memory that a value refers to, but for maps. It counts each place once.
func bytesOf(v reflect.Value, seen map[uintptr]bool) (bytes int) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && !seen[v.Pointer()] {
			seen[v.Pointer()] = true
			bytes = int(v.Type().Elem().Size()) + bytesOf(v.Elem(), seen)
		}
	case reflect.Slice:
		element := v.Type().Elem()
		bytes = v.Cap() * int(element.Size())
		if element.Kind() == reflect.Struct || element.Kind() == reflect.Slice {
			for i := range v.Len() {
				bytes += bytesOf(v.Index(i), seen)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			bytes += bytesOf(v.Field(i), seen)
		}
	}
	return bytes
}
