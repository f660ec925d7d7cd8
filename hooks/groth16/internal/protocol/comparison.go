package protocol

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// comparison is the comparison of a key's points B in G1 and in G2. A setup makes both of the same
// scalars, which random MSMs show:
//
//	e(ΣρᵢBᵢ, g₂) = e(g₁, ΣρᵢB₂ᵢ)
//
// Points of different scalars pass once in 2¹²⁸ times, see [poly.RandomFactors]. A device computes
// the MSMs when it has loaded the points.
type comparison[P1, P2 comparable, E any] struct {
	n int // points
	// in has the folder that keeps that the points were compared; or nil.
	in   *keyFile[P1, P2]
	over atomic.Bool // the points are the same, or there is nothing to compare

	comparing sync.Mutex // held while the points are compared
	mutex     sync.Mutex // guards drawn
	drawn     []E        // the factors, until it is over
}

// combined are the MSMs over B of one device.
type combined[P1, P2 any] struct {
	b    P1
	b2   P2
	took time.Duration // beside the loading of the key, before the comparison
}

// newComparison returns the comparison of a key from a file, or from none. Vectors of different
// lengths fit no system, see checkKey, and are not compared.
func newComparison[P1, P2 comparable, E any](
	curve string, pk *Key[P1, P2, E], in *keyFile[P1, P2],
) *comparison[P1, P2, E] {
	c := &comparison[P1, P2, E]{n: len(pk.B), in: in}
	c.over.Store(len(pk.B) == 0 || len(pk.B) != len(pk.B2) || c.kept(curve))
	return c
}

// factors returns a factor for each point. They are drawn once.
func (c *comparison[P1, P2, E]) factors(f *curve.Field[E]) []E {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.drawn == nil {
		c.drawn = poly.RandomFactors(f, c.n)
	}
	return c.drawn
}

// keptSame is a folder's record of points that were compared.
type keptSame struct{ Same bool }

// kept says whether the folder has it that the points were compared.
func (c *comparison[P1, P2, E]) kept(curve string) bool {
	found := new(keptSame)
	return c.in != nil && c.in.folder.Load("b-"+curve, c.in.digest, found, nil) && found.Same
}

// end has the folder keep that the points are the same.
func (c *comparison[P1, P2, E]) end(curve string) {
	c.over.Store(true)
	if c.in != nil {
		c.in.folder.Save("b-"+curve, c.in.digest, &keptSame{true})
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.drawn = nil
}

// combineAtOnce keeps the MSMs over B, before the device is busy with multiples. Without room they
// are computed later.
func (r *replica[P1, P2, E]) combineAtOnce(c *comparison[P1, P2, E]) error {
	if c.over.Load() || !r.OnDevice() {
		return nil
	}
	start := time.Now()
	sums, err := r.combine(c, r.bases.OverBAtOnce)
	if err == nil {
		sums.took = time.Since(start)
		r.combined = sums
	}
	return engine.Optional(err)
}

// combine computes the MSMs over B, or over the replica's share of it.
func (r *replica[P1, P2, E]) combine(
	c *comparison[P1, P2, E], over func([]E, device.Selection, device.Selection) (P1, P2, error),
) (sums *combined[P1, P2], err error) {
	var in1, in2 device.Selection
	if s := r.share; s != nil {
		in1, in2 = in1.Part(s.b.from, s.b.to, c.n), in2.Part(s.b2.from, s.b2.to, c.n)
	}
	sums = new(combined[P1, P2])
	sums.b, sums.b2, err = over(c.factors(r.Curve.Field), in1, in2)
	return sums, err
}

// combined returns the MSMs over all of B.
func (at site[P1, P2, E]) combined(
	c *comparison[P1, P2, E],
) (all *combined[P1, P2], err error) {
	all = new(combined[P1, P2])
	on := at.Primary()
	for _, r := range at.Members {
		some := r.combined
		if some == nil {
			if some, err = r.combine(c, r.bases.OverB); err != nil {
				return nil, err
			}
		}
		on.G1.Add(&all.b, &all.b, &some.b)
		on.G2.Add(&all.b2, &all.b2, &some.b2)
		all.took = max(all.took, some.took)
	}
	return all, nil
}

// byDevice leaves points to the CPU only if a device refuses them.
const byDevice = false

// compare refuses a key whose points B are of different scalars. It compares them where the key is
// on a device, or asks the CPU for it. The CPU has the last word on a refusal, and on MSMs without
// a value.
func (a *attachment[P1, P2, E]) compare(pk *Key[P1, P2, E], onCPU bool) error {
	c := a.comparison
	c.comparing.Lock()
	defer c.comparing.Unlock()
	if c.over.Load() {
		return nil
	}
	var none P1
	start, done := time.Now(), false
	err := a.atOnce(func(at site[P1, P2, E]) error {
		if done = onCPU || at.Primary().OnDevice(); !done {
			return nil
		}
		sums, err := at.combined(c)
		if err != nil {
			return err
		}
		start = start.Add(-sums.took)
		if sums.b == none {
			return errNotSame
		}
		return a.same(&sums.b, &sums.b2)
	})
	if errors.Is(err, errNotSame) {
		err = a.compareOnCPU(pk, poly.RandomFactors(a.Field, c.n))
		if err == nil {
			log := logger.Logger()
			log.Warn().Msg("a device was wrong about a proving key, which the CPU finds right")
		}
	}
	if done && err == nil {
		c.end(a.Field.Curve)
		keys.LogCheck("points B", start)
	}
	if errors.Is(err, errNotSame) {
		return refusal("B", err)
	}
	return err // of a device, which says nothing of the key
}

// compareOnCPU compares the points in the host's memory, and asks no device.
func (c *Curve[P1, P2, E]) compareOnCPU(pk *Key[P1, P2, E], scalars []E) error {
	var b P1
	var b2 P2
	var tasks parallel.Tasks
	tasks.Go(func() error {
		_, err := c.G1.MultiExp(&b, pk.B, scalars, ecc.MultiExpConfig{})
		return err
	})
	tasks.Go(func() error {
		_, err := c.G2.MultiExp(&b2, pk.B2, scalars, ecc.MultiExpConfig{})
		return err
	})
	if err := tasks.Wait(); err != nil {
		return err
	}
	return c.same(&b, &b2)
}
