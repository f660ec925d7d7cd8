package secrets

import (
	"math/bits"
	"sync"
)

// maxKept is the length of the longest buffer that is kept for reuse, in bytes.
const maxKept = 64 << 20

// idle has buffers by the bits of their length, as many as were lent at once a while ago.
var idle [bits.UintSize + 1]sync.Pool

// Lend returns n zeros, for [Return]. Fresh memory takes longer: the kernel clears each page of it.
func Lend(n int) []byte {
	if kept, _ := idle[bits.Len(uint(n))].Get().(*[]byte); kept != nil && cap(*kept) >= n {
		return (*kept)[:n]
	}
	return make([]byte, n)
}

// Return zeroes all of a buffer, and keeps it for [Lend]. The caller does not use it again.
func Return(buffer []byte) {
	buffer = buffer[:cap(buffer)]
	clear(buffer)
	if len(buffer) <= maxKept {
		idle[bits.Len(uint(len(buffer)))].Put(&buffer)
	}
}
