package msm

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// MultiExp computes an MSM for each vector of scalars. It is over the bases from an index on. The
// scalars are whole ones in Montgomery form, and there are bases for all of them. The vectors may
// differ in length. It fails with [driver.ErrClosed] after Free.
func (r *Runner) MultiExp(b *Bases, from int, vectors [][]byte) ([]*Result, error) {
	b.using.RLock()
	defer b.using.RUnlock()
	return b.inPasses(from, hostScalars(vectors, b.group.ScalarBytes()))
}

// MultiExpScalars computes an MSM for each vector of scalars on the device. Each is over the bases
// from an index on.
//
// The scalars do not leave the device, and nothing waits for them on the host. Vectors of one
// length that lie one behind the other in memory go through the device together, as far as the
// memory allows. MultiExpScalars returns when the results are there. It refuses elements of a field
// other than the scalars', and fails with [driver.ErrClosed] after a Free of the bases.
func (r *Runner) MultiExpScalars(b *Bases, from int, s *device.Scalars) ([]*Result, error) {
	b.using.RLock()
	defer b.using.RUnlock()
	if err := s.Check(r.device, b.group.KernelPrefix()); err != nil {
		return nil, err
	}
	var results []*Result
	for run := range runs(s, b.group.ScalarBytes()) {
		some, err := b.inPasses(from, run)
		if err != nil {
			return nil, err
		}
		results = joined(results, some)
	}
	return results, b.unusable()
}

// inPasses computes all MSMs in one pass over the bases. It halves the vectors where the memory is
// short, and where the bases travel: these serve one vector at a time.
func (b *Bases) inPasses(from int, s scalars) ([]*Result, error) {
	if err := b.unusable(); err != nil {
		return nil, err
	}
	if s.count < 2 || !b.onHost {
		results, err := b.runner.execute(b.msm(from, s))
		if s.count < 2 || !driver.OutOfMemory(err) {
			return results, err
		}
	}
	first, second := s.halves()
	results, err := b.inPasses(from, first)
	if err != nil {
		return nil, err
	}
	others, err := b.inPasses(from, second)
	return joined(results, others), err
}

// joined returns the results of two passes. The first report has the bytes that both have sent.
func joined(results, others []*Result) []*Result {
	if len(results) > 0 && len(others) > 0 {
		results[0].Report.BytesUp += others[0].Report.BytesUp
	}
	return append(results, others...)
}
