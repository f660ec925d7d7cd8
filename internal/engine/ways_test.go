package engine

import (
	"errors"
	"testing"
	"time"
)

// groth16Work and plonkWork are those of proofs of MiMC over BN254 by n constraints, in a domain of
// a power of two.
func groth16Work(n, domain int) *Work {
	return &Work{
		MSMs: []MSM{
			{domain - 1, 16}, {n, 16}, {n, 16}, {2 * n / 3, 16}, {2 * n / 3, 45},
		},
		Steps: 2, Gnark: 1, CPU: 0.985, Verification: 1250 * time.Microsecond,
	}
}

func plonkWork(rows int) *Work {
	p := &Work{Steps: 4, Gnark: 1.4, CPU: 0.9, Verification: 2200 * time.Microsecond}
	for range 9 {
		p.MSMs = append(p.MSMs, MSM{rows, 16})
	}
	return p
}

// The machines of the table, by an MSM of 2^8 points.
var (
	server  = Nominal
	desktop = Measured{MSM: Nominal.MSM, Device: 300 * time.Microsecond,
		Host: 200 * time.Microsecond}
	laptop = Measured{MSM: Nominal.MSM, Device: 2 * time.Millisecond,
		Host: 600 * time.Microsecond}
	noGPU = Measured{MSM: Nominal.MSM, Host: Nominal.Host}
	slow  = Measured{MSM: Nominal.MSM, Host: 3 * time.Millisecond}
)

func TestChoose(t *testing.T) {
	for name, test := range map[string]struct {
		on    Measured
		proof *Work
		want  Way
	}{
		"Groth16 2^7, server":   {server, groth16Work(128, 128), ByGnark},
		"Groth16 2^8, server":   {server, groth16Work(331, 512), OnDevice},
		"Groth16 2^10, server":  {server, groth16Work(991, 1024), OnDevice},
		"Groth16 2^12, server":  {server, groth16Work(3961, 4096), OnDevice},
		"Groth16 2^8, desktop":  {desktop, groth16Work(331, 512), ByGnark},
		"Groth16 2^12, desktop": {desktop, groth16Work(3961, 4096), OnDevice},
		"Groth16 2^11, laptop":  {laptop, groth16Work(2000, 2048), OnDevice},
		"Groth16 2^8, laptop":   {laptop, groth16Work(331, 512), ByGnark},
		"Groth16 2^12, no GPU":  {noGPU, groth16Work(3961, 4096), ByGnark},
		"Groth16 2^15, no GPU":  {noGPU, groth16Work(1<<15, 1<<15), OnCPU},
		"Groth16 2^14, slow":    {slow, groth16Work(1<<14, 1<<14), OnCPU},
		"PLONK 2^7, server":     {server, plonkWork(1 << 7), ByGnark},
		"PLONK 2^8, server":     {server, plonkWork(1 << 8), OnDevice},
		"PLONK 2^12, server":    {server, plonkWork(1 << 12), OnDevice},
		"PLONK 2^8, desktop":    {desktop, plonkWork(1 << 8), ByGnark},
		"PLONK 2^10, no GPU":    {noGPU, plonkWork(1 << 10), ByGnark},
		"PLONK 2^12, no GPU":    {noGPU, plonkWork(1 << 12), OnCPU},
		"nothing":               {server, &Work{Gnark: 1, CPU: 1}, OnDevice},
	} {
		c := test.on.Choose(test.proof)
		if c.Way != test.want || c != test.on.Choose(test.proof) {
			t.Errorf("%s: %+v, expected %s", name, c, test.want)
		}
		if (c.Device == 0) != (test.on.Device == 0) && name != "nothing" {
			t.Errorf("%s: %v on the device", name, c.Device)
		}
	}
}

// TestTimes compares predictions with what an H100 and 16 threads of its host took, in
// milliseconds: the page docs/performance.md has these proofs. They are within a third.
func TestTimes(t *testing.T) {
	for name, test := range map[string]struct {
		proof         *Work
		device, gnark float64
	}{
		"Groth16 2^10": {groth16Work(991, 1<<10), 0, 8.6},
		"Groth16 2^12": {groth16Work(3961, 1<<12), 0, 25.4},
		"Groth16 2^14": {groth16Work(1<<14, 1<<14), 3.6, 78},
		"PLONK 2^10":   {plonkWork(1 << 10), 0, 18.1},
		"PLONK 2^12":   {plonkWork(1 << 12), 5.9, 60},
	} {
		c := Nominal.Choose(test.proof)
		for what, pair := range map[string][2]float64{
			"device": {float64(c.Device.Microseconds()) / 1000, test.device},
			"gnark":  {float64(c.Gnark.Microseconds()) / 1000, test.gnark},
		} {
			got, want := pair[0], pair[1]
			if want > 0 && (got < 2*want/3 || got > 4*want/3) {
				t.Errorf("%s, %s: %.1f ms, and it took %.1f", name, what, got, want)
			}
		}
	}
}

func TestLarge(t *testing.T) {
	for n, large := range map[int]bool{1 << 10: false, 1<<16 - 2: false, 1<<16 - 1: true} {
		if p := (&Work{MSMs: []MSM{{8, 16}, {n, 16}}}); p.Large() != large {
			t.Errorf("%d points: %v", n, p.Large())
		}
	}
}

// TestCurves has points of more limbs cost more, on the host and in verification.
func TestCurves(t *testing.T) {
	if of := FromBN254(time.Millisecond, 36); of != 2250*time.Microsecond {
		t.Errorf("%v over a field of six limbs", of)
	}
	p := groth16Work(991, 1<<10)
	narrow := Nominal.Choose(p).Gnark
	for i := range p.MSMs {
		p.MSMs[i].Cost *= 2.25
	}
	if wide := Nominal.Choose(p).Gnark; wide < 2*narrow {
		t.Errorf("%v and %v", narrow, wide)
	}
}

func TestMinTime(t *testing.T) {
	runs := 0
	took, err := minTime(func() error { runs++; return nil })
	if err != nil || took < 0 || runs < 2 {
		t.Errorf("%v after %d runs, %v", took, runs, err)
	}
	runs = 0
	took, err = minTime(func() error { runs++; time.Sleep(once); return nil })
	if err != nil || took < once || runs != 1 {
		t.Errorf("slow: %v after %d runs, %v", took, runs, err)
	}
	failure := errors.New("no memory")
	if _, err = minTime(func() error { return failure }); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
}
