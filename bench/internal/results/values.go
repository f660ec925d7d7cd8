package results

import (
	"errors"
	"fmt"
	"slices"
)

// largestLog2 bounds the logarithms of sizes in rows, so that sizes fit an int.
const largestLog2 = 40

// checkValues refuses values that no measurement gives: times that are not positive, sizes that are
// none. Figures have logarithmic axes, and speed-ups are quotients of times.
func (r *Row) checkValues() error {
	switch {
	case r.MSM != nil:
		return r.MSM.check()
	case r.NTT != nil:
		return r.NTT.check()
	case r.Solve != nil:
		return r.Solve.check()
	case r.Key != nil:
		return r.Key.check()
	case r.Points != nil:
		return r.Points.check()
	case r.First != nil:
		return r.First.check()
	case r.Ceremony != nil:
		return r.Ceremony.check()
	default:
		return r.Proof.check()
	}
}

func (m *MSM) check() error {
	return errors.Join(
		checkLog2(m.Log2), m.Time.check("time"), m.GnarkCrypto.checkIfThere("gnarkCrypto"),
		m.Unchecked.checkIfThere("unchecked"))
}

func (n *NTT) check() error {
	return errors.Join(
		checkLog2(n.Log2), n.Time.check("time"), n.GnarkCrypto.checkIfThere("gnarkCrypto"))
}

func (p *Proof) check() error {
	switch {
	case p.Constraints < 1:
		return fmt.Errorf("%d constraints", p.Constraints)
	case p.Concurrency < 1 || p.Stream < 0:
		return fmt.Errorf("%d proofs at once, a stream of %d", p.Concurrency, p.Stream)
	case p.Gnark != nil && p.Concurrency > 1 && (p.PerMinute <= 0 || p.GnarkPerMinute <= 0):
		return fmt.Errorf("%v proofs a minute, gnark's %v", p.PerMinute, p.GnarkPerMinute)
	}
	for _, s := range p.Spans {
		if s.Start < 0 || s.Took < 0 {
			return fmt.Errorf("span %q begins at %v ms and takes %v", s.Name, s.Start, s.Took)
		}
	}
	return errors.Join(p.Prove.check("prove"), p.Gnark.checkIfThere("gnark"))
}

func checkLog2(log2 int) error {
	if log2 < 0 || log2 > largestLog2 {
		return fmt.Errorf("size 2^%d", log2)
	}
	return nil
}

// check refuses a sample without runs, or with times that are not positive.
func (s *Sample) check(name string) error {
	switch {
	case len(s.Runs) == 0:
		return fmt.Errorf("no times: %s", name)
	case slices.Min(s.Runs) <= 0 || s.Median <= 0 || s.Min <= 0 || s.Spread < 0:
		return fmt.Errorf("%s: times of %v ms, median %v, least %v, spread %v",
			name, s.Runs, s.Median, s.Min, s.Spread)
	}
	return nil
}

// checkIfThere is check for a sample that a row may lack.
func (s *Sample) checkIfThere(name string) error {
	if s == nil {
		return nil
	}
	return s.check(name)
}
