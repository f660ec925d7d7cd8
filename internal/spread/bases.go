package spread

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Bases are points on the devices of a set. They are whole, with a copy on each device that sums
// would wait for otherwise, or a range of them is on each device.
type Bases[P, E any] struct {
	group  *Group[P, E]
	set    *devices.Set
	points []P
	parts  []part[P, E] // ascending; one of all points if the bases are whole
}

// part is a range of the bases.
type part[P, E any] struct {
	devices.Part
	*devices.Copies[*multiexp.Bases[P, E]]
}

// Load returns points as bases. See [session.Engine.Load].
func (g *Group[P, E]) Load(points []P, headroom uint64) (*Bases[P, E], error) {
	if err := g.made(); err != nil {
		return nil, err
	}
	set := g.set()
	b := &Bases[P, E]{group: g, set: set, points: points}
	load := func(from, to int) func(*session.Engine) (*multiexp.Bases[P, E], error) {
		return func(e *session.Engine) (*multiexp.Bases[P, E], error) {
			return g.On(e).Load(points[from:to], headroom)
		}
	}
	parts := set.Parts(g.descriptor, len(points))
	if parts == nil {
		copies := devices.NewCopies(set, len(points), load(0, len(points)))
		b.parts = []part[P, E]{{devices.Part{To: len(points)}, copies}}
		if _, err := copies.Any(); err != nil {
			return nil, err
		}
		return b, nil
	}
	b.parts = make([]part[P, E], len(parts))
	var tasks parallel.Tasks
	for k, p := range parts {
		tasks.Go(func() error {
			copies, err := devices.NewPart(set, p, load(p.From, p.To))
			b.parts[k] = part[P, E]{p, copies}
			return err
		})
	}
	if err := tasks.Wait(); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// Len returns the number of bases.
func (b *Bases[P, E]) Len() int {
	if b == nil {
		return 0
	}
	return len(b.points)
}

// made returns session.ErrNotMade for nil and for a zero value.
func (b *Bases[P, E]) made() error {
	if b == nil || b.group == nil {
		return session.ErrNotMade
	}
	return nil
}

// OnDevice says whether MSMs over the bases go to a device if they are large enough.
func (b *Bases[P, E]) OnDevice() (yes bool) {
	if b.made() != nil {
		return false
	}
	for _, p := range b.parts {
		p.EachCopy(func(c *multiexp.Bases[P, E]) { yes = yes || c.OnDevice() })
	}
	return yes
}

// Warm allocates the scratch memory of k MSMs at once, of n scalars each. See [session.Bases.Warm].
func (b *Bases[P, E]) Warm(n, k int, scalars session.Scalars) error {
	if err := b.made(); err != nil {
		return err
	}
	if err := session.CheckRange(len(b.points), 0, n); err != nil {
		return err
	}
	var failures []error
	for _, p := range b.parts {
		p.EachCopy(func(c *multiexp.Bases[P, E]) {
			failures = append(failures, c.Warm(min(n, c.Len()), k, scalars))
		})
	}
	return errors.Join(failures...)
}

// MultiExp returns the sum over all bases: it takes as many scalars.
func (b *Bases[P, E]) MultiExp(scalars []E, config ecc.MultiExpConfig) (*P, error) {
	if err := multiexp.CheckInput(b.Len(), len(scalars), config); err != nil {
		return nil, err
	}
	return b.MultiExpRange(0, scalars, config)
}

// MultiExpRange returns the sum of n scalars over n bases, from an index on. See
// [multiexp.Bases.MultiExpRange].
func (b *Bases[P, E]) MultiExpRange(from int, scalars []E,
	config ecc.MultiExpConfig) (*P, error) {
	sums, err := b.MultiExpBatch(from, [][]E{scalars}, config)
	if err != nil {
		return nil, err
	}
	return &sums[0], nil
}

// MultiExpBatch returns for each vector of scalars the sum that MultiExpRange returns for it.
func (b *Bases[P, E]) MultiExpBatch(from int, vectors [][]E,
	config ecc.MultiExpConfig) ([]P, error) {
	if err := b.made(); err != nil {
		return nil, err
	}
	if len(b.parts) == 1 {
		return b.parts[0].batch(from, vectors, config)
	}
	most := 0
	for _, v := range vectors {
		if err := session.CheckRange(len(b.points), from, len(v)); err != nil {
			return nil, err
		}
		most = max(most, len(v))
	}
	sums := make([][]P, len(b.parts))
	compute := func(k int) (err error) {
		sums[k], err = b.parts[k].within(from, vectors, config)
		return err
	}
	if err := b.eachPart(most == len(b.points), compute); err != nil {
		return nil, err
	}
	return b.added(sums, len(vectors)), nil
}

// eachPart computes with all parts beside each other. Only work with all of the bases tells how
// fast the devices are.
func (b *Bases[P, E]) eachPart(whole bool, compute func(k int) error) error {
	if whole {
		parts := make([]devices.Part, len(b.parts))
		for k, p := range b.parts {
			parts[k] = p.Part
		}
		return b.set.Timed(parts, compute)
	}
	var tasks parallel.Tasks
	for k := range b.parts {
		tasks.Go(func() error { return compute(k) })
	}
	return tasks.Wait()
}

// added returns n sums, each of those of all parts. A part has none if no scalar meets it.
func (b *Bases[P, E]) added(parts [][]P, n int) []P {
	sums := make([]P, n)
	for _, part := range parts {
		for i := range part {
			b.group.host.Add(&sums[i], &sums[i], &part[i])
		}
	}
	return sums
}

// within returns the sums over the part's bases, with those scalars that meet them.
func (p *part[P, E]) within(from int, vectors [][]E, config ecc.MultiExpConfig) ([]P, error) {
	begin := max(from, p.From)
	met := make([][]E, 0, len(vectors))
	at := make([]int, 0, len(vectors)) // their places among the vectors
	for i, v := range vectors {
		if end := min(from+len(v), p.To); begin < end {
			met, at = append(met, v[begin-from:end-from]), append(at, i)
		}
	}
	if len(met) == 0 {
		return nil, nil
	}
	some, err := p.batch(begin-p.From, met, config)
	if err != nil {
		return nil, err
	}
	sums := make([]P, len(vectors))
	for k, i := range at {
		sums[i] = some[k]
	}
	return sums, nil
}

// batch is [multiexp.Bases.MultiExpBatch] on one device.
func (p *part[P, E]) batch(
	from int, vectors [][]E, config ecc.MultiExpConfig,
) (sums []P, err error) {
	err = p.Use(func(c *multiexp.Bases[P, E]) (err error) {
		sums, err = c.MultiExpBatch(from, vectors, config)
		return err
	})
	return sums, err
}

// MultiExpVector returns the sum over the bases from an index on with a vector of scalars. Where
// the bases are not on the vector's device, the scalars go through the host.
func (b *Bases[P, E]) MultiExpVector(from int, v multiexp.Vector[E]) (*P, error) {
	if err := b.made(); err != nil {
		return nil, err
	}
	if len(b.parts) == 1 && v.OnDevice() != nil {
		if c, ok := b.parts[0].On(v.Field().Engine()); ok {
			sum, err := c.MultiExpVector(from, v)
			if !errors.Is(err, session.ErrElsewhere) {
				return sum, err
			}
		}
	}
	scalars, err := v.Elements()
	if err != nil {
		return nil, err
	}
	return b.MultiExpRange(from, scalars, ecc.MultiExpConfig{})
}

// Start begins MultiExpRange and returns at once; wait waits for the sum, and may be called
// again. The scalars must not change before that.
func (b *Bases[P, E]) Start(from int, scalars []E,
	config ecc.MultiExpConfig) (wait func() (*P, error)) {
	var sum *P
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		sum, err = b.MultiExpRange(from, scalars, config)
	}()
	return func() (*P, error) {
		<-done
		return sum, err
	}
}

// Close waits for the MSMs under way and frees the devices' memory.
func (b *Bases[P, E]) Close() error {
	if b.made() != nil {
		return nil
	}
	var failures []error
	for _, p := range b.parts {
		if p.Copies != nil { // it was loaded
			failures = append(failures, p.Copies.Close())
		}
	}
	return errors.Join(failures...)
}
