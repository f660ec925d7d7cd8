package plonk

import (
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// cosets is a range of the quotient's cosets.
type cosets struct{ from, to int }

// lentParts are a quotient's parts on a device's cosets, for one other device.
type lentParts struct {
	cosets
	scalars *cuda.Scalars // nil if there are none, or the device has not computed them
	done    func()        // says that they are read, or never will be; it may be called again
}

// lend returns parts for each of some readers. They are closed once all of these are done.
func lend(on cosets, scalars *cuda.Scalars, readers int) []lentParts {
	var left atomic.Int64
	left.Store(int64(readers))
	all := make([]lentParts, readers)
	for i := range all {
		all[i] = lentParts{on, scalars, sync.OnceFunc(func() {
			if left.Add(-1) == 0 && scalars != nil {
				scalars.Close()
			}
		})}
	}
	return all
}

// release says of all parts that they are not read any more.
func release(parts []lentParts) {
	for _, p := range parts {
		p.done()
	}
}

// divide computes the quotient's parts on the device's cosets, and lends them to others. They are
// complete when it returns.
func (p *Proof[E]) divide(alpha, beta, gamma E) (*cuda.Scalars, error) {
	q := p.preparing
	if q == nil && p.session.Begun() {
		return nil, errNotPrepared
	}
	err := p.compute("division", 0, func(a algebra[E], _ *memory) {
		q.alpha, q.beta, q.gamma = alpha, beta, gamma
		for i := p.cosets.from; i < p.cosets.to; i++ {
			q.divide(i)
		}
		_ = a.Wait() // Err has the error
	})
	if err != nil || p.cosets.from == p.cosets.to {
		return nil, err
	}
	return p.session.Lend(p.memory.parts[p.cosets.from:p.cosets.to]...)
}

// joinParts is the rest of [Proof.Quotient], with the parts of other devices. It computes the
// missing ones.
//
// A session that ends waits until its own parts are released. So it releases the parts of others
// before it may end: no two wait for each other.
func (p *Proof[E]) joinParts(others []lentParts) error {
	defer release(others)
	q := p.preparing
	p.preparing = nil
	return p.compute("quotient", 0, func(a algebra[E], m *memory) {
		defer q.top.clear()
		defer release(others)
		var there [Cosets]bool
		for i := p.cosets.from; i < p.cosets.to; i++ {
			there[i] = true
		}
		for _, parts := range others {
			if parts.scalars == nil || !parts.scalars.Usable() {
				continue
			}
			a.CopyFrom(m.parts[parts.from:parts.to], parts.scalars)
			for i := parts.from; i < parts.to; i++ {
				there[i] = true
			}
		}
		for i := range q.cosets {
			if !there[i] {
				q.divide(i)
			}
		}
		q.join()
		a.Settle() // the copies have run, even after a failure
	})
}

// quotient is [Proof.Quotient] by parts.
func (t *team[E]) quotient(alpha, beta, gamma E) error {
	n := len(t.proofs)
	readBy := make([][]lentParts, n)
	lentBy := make([]*cuda.Scalars, n)
	err := t.eachOf(func(k int, p *Proof[E]) (err error) {
		lentBy[k], err = p.divide(alpha, beta, gamma)
		return err
	})
	for k, p := range t.proofs {
		parts := lend(p.cosets, lentBy[k], n-1)
		for reader := range n {
			if reader != k {
				readBy[reader] = append(readBy[reader], parts[0])
				parts = parts[1:]
			}
		}
	}
	for k := range t.proofs {
		if t.left[k] || err != nil {
			release(readBy[k])
		}
	}
	if err != nil {
		return err
	}
	return t.eachOf(func(k int, p *Proof[E]) error { return p.joinParts(readBy[k]) })
}
