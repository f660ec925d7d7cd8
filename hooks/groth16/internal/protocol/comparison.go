package protocol

import (
	"errors"
	"sync"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// comparison is the comparison of a key's points B in G1 and in G2. A setup makes both of the same
// scalars, which random MSMs show:
//
//	e(ΣρᵢBᵢ, g₂) = e(g₁, ΣρᵢB₂ᵢ)
//
// Points of different scalars pass once in 2¹²⁸ times, see [poly.RandomFactors].
type comparison[P1, P2 comparable, E any] struct {
	pk *Key[P1, P2, E]
	// onCPU has the CPU compare the points where no device does.
	onCPU bool
	// in has the folder that keeps that the points were compared; or nil.
	in *keyFile[P1, P2]
}

// compared says whether the points of an attached key were compared.
type compared struct {
	mutex sync.Mutex
	same  bool
	asked bool // the folder was
}

// keptSame is a folder's record of points that were compared.
type keptSame struct{ Same bool }

// kept says whether the folder has it that the points were compared.
func (c *comparison[P1, P2, E]) kept(curve string) bool {
	found := new(keptSame)
	return c.in != nil && c.in.folder.Load("b-"+curve, c.in.digest, found, nil) && found.Same
}

// keep has the folder keep that the points were compared.
func (c *comparison[P1, P2, E]) keep(curve string) {
	if c.in != nil {
		c.in.folder.Save("b-"+curve, c.in.digest, &keptSame{true})
	}
}

// compare refuses a key whose points B are of different scalars. It compares them once, where the
// key is on a device or the comparison asks the CPU for it.
func (a *attachment[P1, P2, E]) compare(c *comparison[P1, P2, E]) error {
	a.compared.mutex.Lock()
	defer a.compared.mutex.Unlock()
	if n := len(c.pk.B); a.compared.same || n == 0 || n != len(c.pk.B2) {
		return nil // other vectors fit no system: see checkKey
	}
	same := !a.compared.asked && c.kept(a.Field.Curve)
	if a.compared.asked = true; !same {
		done, err := a.compareNow(c)
		if !done || err != nil {
			return err
		}
		c.keep(a.Field.Curve)
	}
	a.compared.same = true
	return nil
}

func (a *attachment[P1, P2, E]) hasCompared() bool {
	a.compared.mutex.Lock()
	defer a.compared.mutex.Unlock()
	return a.compared.same
}

// compareNow says whether it has compared the points. The CPU has the last word on a refusal.
func (a *attachment[P1, P2, E]) compareNow(c *comparison[P1, P2, E]) (done bool, err error) {
	start := time.Now()
	err = a.atOnce(func(at site[P1, P2, E]) error {
		if done = c.onCPU || at.Primary().OnDevice(); !done {
			return nil
		}
		b, b2, err := at.overB(poly.RandomFactors(a.Field, len(c.pk.B)))
		if err != nil {
			return err
		}
		return a.same(&b, &b2)
	})
	if errors.Is(err, errNotSame) {
		err = a.compareOnCPU(c.pk, poly.RandomFactors(a.Field, len(c.pk.B)))
		if err == nil {
			log := logger.Logger()
			log.Warn().Msg("a device was wrong about a proving key, which the CPU finds right")
		}
	}
	if done && err == nil {
		keys.LogCheck("points B", start)
	}
	return done, unsafe("B", err)
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

// overB returns the MSMs over B in both groups.
func (at site[P1, P2, E]) overB(scalars []E) (P1, P2, error) {
	shares, n := at.shares(), len(at.Members)
	in1, in2 := make([]P1, n), make([]P2, n)
	var tasks parallel.Tasks
	for i, r := range at.Members {
		of1, of2 := scalars, scalars
		if s := shares[i]; s != nil {
			of1, of2 = scalars[s.b.from:s.b.to], scalars[s.b2.from:s.b2.to]
		}
		tasks.Go(func() (err error) {
			in1[i], in2[i], err = r.bases.OverB(of1, of2)
			return err
		})
	}
	err := tasks.Wait()
	return at.Primary().G1.Sum(in1...), at.Primary().G2.Sum(in2...), err
}
