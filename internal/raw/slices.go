package raw

import (
	"reflect"
)

// SizeOf returns the bytes that n elements take.
func SizeOf[T any](n int) uint64 { return uint64(n) * uint64(reflect.TypeFor[T]().Size()) }

// Within returns where part begins in whole, if it lies in the same memory.
//
// Comparing addresses is sound as long as the caller keeps whole alive: nothing else can come to
// lie there.
func Within[T any](whole, part []T) (from int, ok bool) {
	if len(part) == 0 || len(whole) == 0 {
		return 0, false
	}
	size := reflect.TypeFor[T]().Size()
	start, address := reflect.ValueOf(whole).Pointer(), reflect.ValueOf(part).Pointer()
	if address < start || (address-start)%size != 0 {
		return 0, false
	}
	from = int((address - start) / size)
	return from, from+len(part) <= len(whole)
}
