//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Domain is a multiplicative subgroup of a field, of 2^log elements, with what transforms over it need: twiddles, and the
// powers of cosets' shifts. All users of a device share the tables. It is safe for concurrent use.
type Domain struct {
	device  *device
	field   *Field
	kernels *fieldKernels
	log     int
	users   int // guarded by the device's spaces.mutex

	making    sync.Mutex // guards what follows, and is held while transforms are queued, so that no table is freed meanwhile
	generator []uint64
	tables    driver.Ptr // the twiddles, [n/2], the powers of the generator, and 1/n
	bytes     uint64
	cosets    []*cosetTables // from the one that was used longest ago
}

// cosetTables are the factors of one coset.
type cosetTables struct {
	shift   []uint64
	inverse bool
	at      driver.Ptr
}

// mostCosets bounds what a domain keeps: two tables of about √n elements for each direction of each coset.
const mostCosets = 16

// Domain returns the domain of 2^log elements that the generator, in Montgomery form, generates. The tables are made at
// the first call for a generator; they take n/2 elements, and stay after the domain's Close as long as nothing else needs
// the memory. It fails for sizes below 2 and above 2^28.
func (b *Backend) Domain(f *Field, generator []uint64, log int) (*Domain, error) {
	return b.device.domain(f, generator, log)
}

// Domain is [Backend.Domain] of the workspace's device.
func (w *Workspace) Domain(f *Field, generator []uint64, log int) (*Domain, error) {
	return w.device.domain(f, generator, log)
}

func (dev *device) domain(f *Field, generator []uint64, log int) (*Domain, error) {
	if log < 1 || log > largestDomain || len(generator) != f.Limbs {
		return nil, fmt.Errorf("domain of 2^%d elements of %s with a generator of %d limbs: not supported", log, f.Name, len(generator))
	}
	k, err := dev.kernels.ofField(dev.context, f)
	if err != nil {
		return nil, err
	}
	d := dev.spaces.domain(dev, f, k, generator, log)
	d.making.Lock()
	defer d.making.Unlock()
	if d.tables != 0 {
		return d, nil
	}
	if err := d.make(); err != nil {
		return nil, fmt.Errorf("domain of 2^%d elements of %s: %w", log, f.Name, errors.Join(err, d.Close()))
	}
	return d, nil
}

// domain returns the domain with one more user, and makes an entry without tables for a new one.
func (s *spaces) domain(dev *device, f *Field, k *fieldKernels, generator []uint64, log int) *Domain {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	key := fmt.Sprint(f.Name, generator, log)
	d := s.domains[key]
	if d == nil {
		d = &Domain{device: dev, field: f, kernels: k, log: log, generator: slices.Clone(generator)}
		if s.domains == nil {
			s.domains = map[string]*Domain{}
		}
		s.domains[key] = d
	}
	d.users++
	return d
}

// Close says that one user of the domain is done. It is called once for each [Backend.Domain].
func (d *Domain) Close() error {
	s := &d.device.spaces
	s.mutex.Lock()
	defer s.mutex.Unlock()
	d.users--
	return nil
}

// Len returns the number of elements, 2^log.
func (d *Domain) Len() int { return 1 << d.log }

func (d *Domain) smallBits() int  { return smallBits(d.log) }
func (d *Domain) powerCount() int { return powerCount(d.log) }

func (d *Domain) element(base driver.Ptr, i int) driver.Ptr {
	return base + driver.Ptr(i*d.field.ElementBytes())
}

func (d *Domain) generatorPowers() driver.Ptr { return d.element(d.tables, d.Len()/2) }
func (d *Domain) sizeInverse() driver.Ptr     { return d.element(d.generatorPowers(), d.powerCount()) }

// make fills the tables.
func (d *Domain) make() error {
	d.bytes = uint64(tableCount(d.log) * d.field.ElementBytes())
	var err error
	if d.tables, err = d.device.spaces.alloc(d.device, ofVectors, d.bytes); err != nil {
		return err
	}
	w, err := d.device.spaces.take(d.device)
	if err == nil {
		err = w.do(func(t *driver.Thread) error { return d.fill(t, w.stream) })
		err = errors.Join(err, w.Close()) // which waits
	}
	if err != nil {
		return errors.Join(err, d.free())
	}
	return nil
}

func (d *Domain) fill(t *driver.Thread, s driver.Stream) error {
	if err := d.fillPowers(t, s, d.generatorPowers(), d.generator, 0); err != nil {
		return err
	}
	one := tableArgs{to: d.sizeInverse(), count: 1, halvings: uint32(d.log)}
	if err := launch(t, d.kernels.powerTable, 1, powerThreads, s, &one); err != nil {
		return err
	}
	twiddles := reversedArgs{to: d.tables, powers: d.powers(d.generatorPowers(), factorReversed)}
	twiddles.powers.logN--
	return launch(t, d.kernels.powerReversed, ceilDiv(d.Len()/2, powerThreads), powerThreads, s, &twiddles)
}

// fillPowers makes both tables of the powers of base, times 2^−halvings.
func (d *Domain) fillPowers(t *driver.Thread, s driver.Stream, to driver.Ptr, base []uint64, halvings int) error {
	small, large := 1<<d.smallBits(), 1<<(d.log-d.smallBits())
	for _, args := range []tableArgs{
		{to: to, base: newConstant(base), count: uint32(small)},
		{to: d.element(to, small), base: newConstant(base), count: uint32(large), shift: uint32(d.smallBits()), halvings: uint32(halvings)},
	} {
		if err := launch(t, d.kernels.powerTable, ceilDiv(int(args.count), powerThreads), powerThreads, s, &args); err != nil {
			return err
		}
	}
	return nil
}

// powers are the arguments that tell a kernel of two tables.
func (d *Domain) powers(tables driver.Ptr, order uint32) powersArgs {
	return powersArgs{
		small: tables, large: d.element(tables, 1<<d.smallBits()),
		bits: uint32(d.smallBits()), logN: uint32(d.log), order: order,
	}
}

// factors returns the factors of a coset: the powers of the shift forward, and of its inverse, divided by n, backward.
// The tables are made on the workspace's stream if they are not there. The domain is locked.
func (d *Domain) factors(w *space, c *Coset, inverse bool) (driver.Ptr, error) {
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
	if len(d.cosets) == mostCosets {
		if err := d.device.free(ofVectors, d.cosets[0].at, d.cosetBytes()); err != nil {
			return 0, err
		}
		d.cosets = slices.Delete(d.cosets, 0, 1)
	}
	at, err := w.alloc(d.cosetBytes())
	if err != nil {
		return 0, err
	}
	err = w.do(func(t *driver.Thread) error { return d.fillPowers(t, w.stream, at, shift, halvings) })
	if err := errors.Join(err, w.wait()); err != nil { // other streams will read the tables
		return 0, errors.Join(err, d.device.free(ofVectors, at, d.cosetBytes()))
	}
	d.cosets = append(d.cosets, &cosetTables{shift: slices.Clone(shift), inverse: inverse, at: at})
	return at, nil
}

func (d *Domain) cosetBytes() uint64 { return uint64(d.powerCount() * d.field.ElementBytes()) }

// free frees the tables. Nobody uses the domain any more.
func (d *Domain) free() error {
	var failures []error
	for _, c := range d.cosets {
		failures = append(failures, d.device.free(ofVectors, c.at, d.cosetBytes()))
	}
	if d.tables != 0 {
		failures = append(failures, d.device.free(ofVectors, d.tables, d.bytes))
	}
	d.cosets, d.tables = nil, 0
	return errors.Join(failures...)
}
