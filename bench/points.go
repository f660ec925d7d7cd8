package main

import (
	"math/big"
	"runtime"
	"sync"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
)

// progression is n distinct points whose discrete logarithms are known, so that an MSM over them can be checked by one
// multiplication of the generator: point i is (first + i·step)·G, with random first and step.
type progression struct {
	points      []curve.G1Affine
	first, step fr.Element
}

func newProgression(n int) (*progression, error) {
	p := &progression{points: make([]curve.G1Affine, n)}
	if _, err := p.first.SetRandom(); err != nil {
		return nil, err
	}
	if _, err := p.step.SetRandom(); err != nil {
		return nil, err
	}
	step := generatorTimes(&p.step)
	parallel(n, func(from, to int) {
		start := generatorTimes(p.logarithm(from))
		var sum curve.G1Jac
		sum.FromAffine(&start)
		batch := make([]curve.G1Jac, 0, 1<<12)
		for i := from; i < to; {
			batch = batch[:0]
			for k := i; k < min(i+cap(batch), to); k++ {
				batch = append(batch, sum)
				sum.AddMixed(&step)
			}
			i += copy(p.points[i:to], curve.BatchJacobianToAffineG1(batch))
		}
	})
	return p, nil
}

// logarithm returns first + i·step.
func (p *progression) logarithm(i int) *fr.Element {
	var k fr.Element
	k.SetUint64(uint64(i)).Mul(&k, &p.step).Add(&k, &p.first)
	return &k
}

// multiExp returns Σ scalars[i]·point i by way of the logarithms.
func (p *progression) multiExp(scalars []fr.Element) curve.G1Affine {
	var mutex sync.Mutex
	var total fr.Element
	parallel(len(scalars), func(from, to int) {
		var sum, term fr.Element
		k := *p.logarithm(from)
		for i := from; i < to; i++ {
			sum.Add(&sum, term.Mul(&scalars[i], &k))
			k.Add(&k, &p.step)
		}
		mutex.Lock()
		defer mutex.Unlock()
		total.Add(&total, &sum)
	})
	return generatorTimes(&total)
}

func generatorTimes(k *fr.Element) curve.G1Affine {
	var p curve.G1Affine
	p.ScalarMultiplicationBase(k.BigInt(new(big.Int)))
	return p
}

// parallel cuts 0…n into a part for each core.
func parallel(n int, f func(from, to int)) {
	parts := min(runtime.NumCPU(), n)
	var group sync.WaitGroup
	for i := range parts {
		group.Go(func() { f(n*i/parts, n*(i+1)/parts) })
	}
	group.Wait()
}
