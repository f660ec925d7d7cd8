package store_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// BenchmarkWitness stores, reads and deletes witnesses of 2^17 inputs over BN254, one and eight at
// once, with and without a call of fsync for each.
func BenchmarkWitness(b *testing.B) {
	for _, syncEvery := range []time.Duration{0, time.Minute} {
		for _, atOnce := range []int{1, 8} {
			b.Run(fmt.Sprintf("sync=%v/at-once=%d", syncEvery, atOnce), func(b *testing.B) {
				benchmarkWitness(b, syncEvery, atOnce)
			})
		}
	}
}

func benchmarkWitness(b *testing.B, syncEvery time.Duration, atOnce int) {
	queue := servicetest.StartSyncing(b, syncEvery, "a").Queue(b, 0)
	full := make([]byte, 32<<17)
	b.SetBytes(int64(len(full)))
	next := make(chan int)
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for i := range next {
				name := fmt.Sprint("job.", i)
				if err := queue.PutWitness(b.Context(), name, full); err != nil {
					b.Error(err)
				}
				if _, err := queue.Witness(b.Context(), name); err != nil {
					b.Error(err)
				}
				if err := queue.DeleteWitness(b.Context(), name); err != nil {
					b.Error(err)
				}
			}
		})
	}
	b.ResetTimer()
	for i := range b.N {
		next <- i
	}
	close(next)
	workers.Wait()
}
