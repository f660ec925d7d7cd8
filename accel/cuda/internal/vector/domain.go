package vector

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// Domain is a multiplicative subgroup of 2^log elements, with the tables of transforms over it.
//
// The tables are twiddles and the powers of cosets' shifts. All users of a device share them. A
// Domain is safe for concurrent use.
type Domain struct {
	cached
	field     *plan.Field
	functions device.Functions
	log       int

	// making guards the fields below. It is held while transforms are queued, so that no table is
	// freed meanwhile.
	making    sync.Mutex
	generator []uint64
	tables    driver.Ptr // the twiddles, [n/2], the powers of the generator, and 1/n
	bytes     uint64
	cosets    []*cosetTables // from the least recently used one on
}

// cosetTables are the factors of a coset.
type cosetTables struct {
	shift   []uint64
	inverse bool
	at      driver.Ptr
}

// maxCosets is the length of Domain.cosets at most. It has an entry for each direction of each
// coset, with two tables of about √n elements.
const maxCosets = 16

// Domain returns the domain of 2^log elements that the generator, in Montgomery form, generates.
//
// The tables are made at the first call for a generator and take n/2 elements. After the domain's
// Close they stay as long as nothing else needs the memory. Sizes are from 2 to 2^28.
func (w *Workspace) Domain(f *plan.Field, generator []uint64, log int) (*Domain, error) {
	if log < 1 || log > plan.LargestDomain || len(generator) != f.Limbs {
		return nil, fmt.Errorf(
			"domain of 2^%d elements of %s with a generator of %d limbs: not supported",
			log, f.Name, len(generator))
	}
	k, err := w.device.Load(fieldKernels(f))
	if err != nil {
		return nil, err
	}
	d := w.store.shareDomain(f, k, generator, log)
	d.making.Lock()
	defer d.making.Unlock()
	if d.tables != 0 {
		return d, nil
	}
	if err := d.make(); err != nil {
		err = errors.Join(err, d.Close())
		return nil, fmt.Errorf("domain of 2^%d elements of %s: %w", log, f.Name, err)
	}
	return d, nil
}

// shareDomain returns the domain with one more user. A new domain has no tables yet.
func (s *Store) shareDomain(
	f *plan.Field, k device.Functions, generator []uint64, log int,
) *Domain {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	key := fmt.Sprint(f.Name, generator, log)
	if known, ok := s.cached[key]; ok {
		known.users++
		return known.domain
	}
	d := &Domain{field: f, functions: k, log: log, generator: slices.Clone(generator)}
	d.cached = cached{store: s, key: key, domain: d, free: d.freeTables}
	d.list()
	return d
}

// Close says that a user of the domain is done. It is called once for each [Workspace.Domain].
func (d *Domain) Close() error { return d.done() }

// Len returns the number of elements, 2^log.
func (d *Domain) Len() int { return 1 << d.log }

func (d *Domain) smallBits() int  { return plan.SmallBits(d.log) }
func (d *Domain) powerCount() int { return plan.PowerCount(d.log) }

// element is the address of an element of a table.
func (d *Domain) element(table driver.Ptr, i int) driver.Ptr {
	return table + driver.Ptr(i*d.field.ElementBytes())
}

func (d *Domain) generatorPowers() driver.Ptr { return d.element(d.tables, d.Len()/2) }
func (d *Domain) sizeInverse() driver.Ptr {
	return d.element(d.generatorPowers(), d.powerCount())
}

// make fills the tables.
func (d *Domain) make() error {
	d.bytes = uint64(plan.TableCount(d.log) * d.field.ElementBytes())
	var err error
	if d.tables, err = d.store.alloc(plan.ForVectors, d.bytes); err != nil {
		return err
	}
	r, err := d.store.acquireResources()
	if err == nil {
		err = r.do(d.fill)
		err = errors.Join(err, r.wait())
		err = errors.Join(err, d.store.releaseResources(r, err != nil))
	}
	if err != nil {
		return errors.Join(err, d.freeTables())
	}
	return nil
}

func (d *Domain) fill(q *driver.Queue) {
	d.fillPowers(q, d.generatorPowers(), d.generator, 0)
	d.fillTable(q, tableArgs{to: d.sizeInverse(), count: 1, halvings: uint32(d.log)})
	twiddles := reversedArgs{
		to: d.tables, powers: d.powers(d.generatorPowers(), kernels.FactorReversed),
	}
	twiddles.powers.logN--
	driver.Launch(q, d.functions["power_reversed"], powerGrid(d.Len()/2), &twiddles)
}

// fillPowers makes both tables of the powers of base, times 2^−halvings.
func (d *Domain) fillPowers(q *driver.Queue, to driver.Ptr, base []uint64, halvings int) {
	small, large := 1<<d.smallBits(), 1<<(d.log-d.smallBits())
	d.fillTable(q, tableArgs{to: to, base: newConstant(base), count: uint32(small)})
	d.fillTable(q, tableArgs{
		to: d.element(to, small), base: newConstant(base), count: uint32(large),
		shift: uint32(d.smallBits()), halvings: uint32(halvings),
	})
}

func (d *Domain) fillTable(q *driver.Queue, args tableArgs) {
	driver.Launch(q, d.functions["power_table"], powerGrid(int(args.count)), &args)
}

// powerGrid has a thread for each of n powers.
func powerGrid(n int) driver.Grid {
	return driver.Grid{X: plan.CeilDiv(n, kernels.PowerThreads), Threads: kernels.PowerThreads}
}

// powers are the arguments that tell a kernel of two tables.
func (d *Domain) powers(tables driver.Ptr, order uint32) powersArgs {
	return powersArgs{
		small: tables, large: d.element(tables, 1<<d.smallBits()),
		bits: uint32(d.smallBits()), logN: uint32(d.log), order: order,
	}
}

// forward is no inverse transform.
const forward = false

// factors returns the factors of a coset. Forward, they are the powers of the shift; backward, the
// powers of its inverse, divided by n. Missing tables are made on the workspace's stream. The
// domain is locked.
func (d *Domain) factors(w *Workspace, c *Coset, inverse bool) (driver.Ptr, error) {
	shift, halvings := c.Shift, 0
	if inverse {
		shift, halvings = c.Inverse, d.log
	}
	for i, known := range d.cosets {
		if known.inverse == inverse && slices.Equal(known.shift, shift) {
			d.cosets = append(slices.Delete(d.cosets, i, i+1), known)
			return known.at, nil
		}
	}
	if len(d.cosets) == maxCosets {
		oldest := d.cosets[0]
		d.cosets = slices.Delete(d.cosets, 0, 1)
		if err := d.freeCoset(oldest); err != nil {
			return 0, err
		}
	}
	at, err := w.alloc(d.cosetBytes())
	if err != nil {
		return 0, err
	}
	tables := &cosetTables{shift: slices.Clone(shift), inverse: inverse, at: at}
	fill := func(q *driver.Queue) { d.fillPowers(q, at, shift, halvings) }
	// It waits, for other streams will read the tables.
	if err := errors.Join(w.resources.do(fill), w.resources.wait()); err != nil {
		return 0, errors.Join(err, d.freeCoset(tables))
	}
	d.cosets = append(d.cosets, tables)
	return at, nil
}

func (d *Domain) cosetBytes() uint64 { return uint64(d.powerCount() * d.field.ElementBytes()) }

func (d *Domain) freeCoset(c *cosetTables) error {
	return d.store.device.Free(plan.ForVectors, c.at, d.cosetBytes())
}

// freeTables frees the tables. Nobody uses the domain any more.
func (d *Domain) freeTables() (err error) {
	for _, c := range d.cosets {
		err = errors.Join(err, d.freeCoset(c))
	}
	if d.tables != 0 {
		err = errors.Join(err, d.store.device.Free(plan.ForVectors, d.tables, d.bytes))
	}
	d.cosets, d.tables = nil, 0
	return err
}
