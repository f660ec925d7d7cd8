package keycache

import "reflect"

// SizeOf returns the bytes that n elements take.
func SizeOf[T any](n int) uint64 { return uint64(n) * uint64(reflect.TypeFor[T]().Size()) }

// Size returns the bytes that the elements of slices take.
func Size[T any](slices ...[]T) (bytes uint64) {
	for _, s := range slices {
		bytes += SizeOf[T](len(s))
	}
	return bytes
}

// Within returns where in whole the slice part begins, if it is a part of the same memory.
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

// Overlap returns the range of part that lies in the memory of whole, under the same condition. It
// is empty if there is none.
func Overlap[T any](whole, part []T) (from, to int) {
	if len(part) == 0 || len(whole) == 0 {
		return 0, 0
	}
	size := int(reflect.TypeFor[T]().Size())
	start, address := reflect.ValueOf(whole).Pointer(), reflect.ValueOf(part).Pointer()
	distance := int(start) - int(address)
	if distance%size != 0 {
		return 0, 0
	}
	from, to = max(0, distance/size), min(len(part), distance/size+len(whole))
	if from >= to {
		return 0, 0
	}
	return from, to
}
