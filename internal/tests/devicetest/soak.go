package devicetest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// SoakVariable asks for a long run: by a time such as 2h, by a number of proofs or MSMs, or by both
// with a comma between them. The limit that is reached first ends the run.
const SoakVariable = "GNARK_ACCEL_SOAK"

const (
	soakWorkers = 8
	soakPause   = 10 * time.Second // between two lines
)

// Soak is a long run of many goroutines, with lines about its state. Its last line is a row of a
// table, as [Soak.Run] says.
type Soak struct {
	Name string // of the run
	// Done counts right proofs or MSMs, Wrong counts wrong ones.
	Done, Wrong atomic.Int64
	// State adds a text on the work; nil adds nothing. Device returns the bytes in use there.
	State  func() string
	Device func() uint64

	count    int64
	duration time.Duration
	began    time.Time
	first    memory // after the first pause
}

// memory is the memory in use.
type memory struct {
	host, objects, device uint64
	goroutines            int
}

// NewSoak returns a run of the length that [SoakVariable] says. It skips the test if it is not set.
func NewSoak(t *testing.T, name string) *Soak {
	t.Helper()
	length := os.Getenv(SoakVariable)
	if length == "" {
		t.Skipf("%s says neither a time nor a number", SoakVariable)
	}
	s := &Soak{Name: name}
	if err := s.read(length); err != nil {
		t.Fatalf("%s=%s: %v", SoakVariable, length, err)
	}
	return s
}

// read takes a length, such as 2h, 10000, or 10000,2h.
func (s *Soak) read(length string) error {
	for part := range strings.SplitSeq(length, ",") {
		count, err := strconv.ParseInt(part, 10, 64)
		if err == nil && count > 0 {
			s.count = count
			continue
		}
		duration, err := time.ParseDuration(part)
		if err != nil || duration <= 0 {
			return fmt.Errorf("%q is neither a time nor a number", part)
		}
		s.duration = duration
	}
	return nil
}

// over says whether the run has its length.
func (s *Soak) over() bool {
	return s.count > 0 && s.Done.Load() >= s.count ||
		s.duration > 0 && time.Since(s.began) > s.duration
}

// Run has goroutines take steps until the length is reached, or the test has failed. In the end it
// prints
//
//	| soak | name | done | wrong | seconds | host KiB: first, last | device KiB: first, last |
func (s *Soak) Run(t *testing.T, step func(draw *rand.Rand)) {
	t.Helper()
	s.began = time.Now()
	var workers parallel.WaitGroup
	for seed := range uint64(soakWorkers) {
		workers.Go(func() {
			draw := rand.New(rand.NewPCG(seed, 1))
			for !s.over() && !t.Failed() {
				step(draw)
			}
		})
	}
	done := make(chan struct{})
	go func() {
		workers.Wait()
		close(done)
	}()
	pause := time.NewTicker(soakPause)
	defer pause.Stop()
	for {
		select {
		case <-done:
			last := s.print()
			fmt.Printf("| soak | %s | %d | %d | %.0f | %d, %d | %d, %d |\n",
				s.Name, s.Done.Load(), s.Wrong.Load(), time.Since(s.began).Seconds(),
				s.first.host>>10, last.host>>10, s.first.device>>10, last.device>>10)
			return
		case <-pause.C:
			s.print()
		}
	}
}

// print prints the work that was done and the memory in use.
func (s *Soak) print() memory {
	var of runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&of)
	m := memory{of.HeapAlloc, of.HeapObjects, s.Device(), runtime.NumGoroutine()}
	if s.first == (memory{}) {
		s.first = m
	}
	state := ""
	if s.State != nil {
		state = s.State()
	}
	fmt.Printf("soak %s %6.0f s: %d right, %d wrong%s; host %d KiB in %d objects, %d goroutines, "+
		"device %d KiB\n", s.Name, time.Since(s.began).Seconds(), s.Done.Load(), s.Wrong.Load(),
		state, m.host>>10, m.objects, m.goroutines, m.device>>10)
	return m
}
