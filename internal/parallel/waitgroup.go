package parallel

import "sync"

// WaitGroup is [sync.WaitGroup] with the method Go, which Go has from version 1.25 on.
type WaitGroup struct{ sync.WaitGroup }

// Go calls f on a goroutine of its own.
func (w *WaitGroup) Go(f func()) {
	w.Add(1)
	go func() {
		defer w.Done()
		f()
	}()
}
