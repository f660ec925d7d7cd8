package solve

import (
	"os"
	"runtime"
	"runtime/pprof"
	"testing"
	"time"
	"strconv"
)

func TestZZ(t *testing.T) {
	name, builder := os.Getenv("C"), os.Getenv("B")
	n, _ := strconv.Atoi(os.Getenv("N"))
	i, err := newInstance(curves["bn254"].id, name, builder, n)
	if err != nil { t.Fatal(err) }
	s := curves["bn254"].new(i.system)
	if os.Getenv("T") != "" {
		f, _ := os.Create("/tmp/prof/t.prof")
		pprof.StartCPUProfile(f)
		for k := 0; k < 8; k++ { s.translate() }
		pprof.StopCPUProfile()
		return
	}
	s.prepare()
	runtime.LockOSThread()
	r, err := s.solve(i.witness, i.options...)
	if err != nil { t.Fatal(err) }
	r()
	f, _ := os.Create("/tmp/prof/p.prof")
	pprof.StartCPUProfile(f)
	st := time.Now()
	for time.Since(st) < 4*time.Second {
		r, _ := s.solve(i.witness, i.options...)
		r()
	}
	pprof.StopCPUProfile()
}
