//go:build cuda && linux && (amd64 || arm64)

package kernels

import (
	"sync"
	"time"
)

// ahead has fatbins that are unpacked ahead, by their curves. A function is nil once it was taken:
// later devices of a process are rare, and nobody waits for them.
var (
	mutex sync.Mutex
	ahead = map[string]func() ([]byte, error){}
)

// unused is how long an image waits to be taken.
const unused = 10 * time.Second

// unpackAhead unpacks a curve's fatbin in the background, once in a process.
func unpackAhead(curve string, unpack func() ([]byte, error)) {
	mutex.Lock()
	defer mutex.Unlock()
	if _, met := ahead[curve]; met {
		return
	}
	unpack = sync.OnceValues(unpack)
	ahead[curve] = unpack
	go func() { _, _ = unpack() }() // whoever takes it has the error
	time.AfterFunc(unused, func() { takeAhead(curve) })
}

// takeAhead returns the function with a curve's fatbin that is unpacked ahead, or nil. Nothing is
// unpacked ahead afterwards.
func takeAhead(curve string) (unpacked func() ([]byte, error)) {
	mutex.Lock()
	defer mutex.Unlock()
	unpacked, ahead[curve] = ahead[curve], nil
	return unpacked
}
