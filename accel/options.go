package accel

import (
	"fmt"
	"slices"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/rs/zerolog"
)

// DefaultMinSize is the number of points from which on an MSM goes to the device, unless it is part
// of a proof. [WithMinSize] says otherwise.
//
// An MSM on a device costs a few launches, a copy and a wait, some hundreds of microseconds
// whatever its size. The fastest CPUs compute 2^12 points in about that time.
const DefaultMinSize = 1 << 12

// Option is a setting of [Open].
type Option func(*config) error

type config struct {
	cuda          cuda.Config
	minSize       int
	byTimes       bool
	strict        bool
	checkedSums   bool
	withoutDevice bool
	placement     group.Placement
	logger        func() zerolog.Logger
}

// set is an option that takes every value.
func set(f func(*config)) Option { return setIf(true, f, "") }

// setIf is an option whose value makes sense, or else [ErrInvalidOption] with a text.
func setIf(ok bool, f func(*config), text string, values ...any) Option {
	return func(c *config) error {
		if !ok {
			return fmt.Errorf("%w: %s", ErrInvalidOption, fmt.Sprintf(text, values...))
		}
		f(c)
		return nil
	}
}

func newConfig(opts []Option) (*config, error) {
	c := &config{minSize: DefaultMinSize, byTimes: true, logger: logger.Logger}
	for i, opt := range opts {
		if opt == nil {
			return nil, fmt.Errorf("%w: option %d is nil", ErrInvalidOption, i)
		}
		if err := opt(c); err != nil {
			return nil, err
		}
	}
	if c.strict && c.withoutDevice {
		return nil, fmt.Errorf("%w: WithStrict needs the device that WithoutDevice leaves out",
			ErrInvalidOption)
	}
	return c, nil
}

// WithDevices chooses devices by their indices, from 0, as the driver counts them. The environment
// variable CUDA_VISIBLE_DEVICES hides and reorders them. Without the option, or without an index,
// the engine has all devices that its kernels run on.
//
// For an index that there is not the reason is [ErrNoDevice]. One that is negative, or comes twice,
// is refused with [ErrInvalidOption].
func WithDevices(indices ...int) Option {
	ok := true
	for k, i := range indices {
		ok = ok && i >= 0 && !slices.Contains(indices[:k], i)
	}
	return setIf(ok, func(c *config) { c.cuda.Devices = slices.Clone(indices) },
		"WithDevices(%v): an index is not negative, and comes once", indices)
}

// Placement says which of several devices have a copy of bases, or of a key, and which of them
// compute a sum.
type Placement int

const (
	// PlaceAuto spreads sums, and keys of Groth16, that are large enough to gain by it, and keys
	// that fit no single device. It replicates everything else, and what would wait otherwise. It
	// is the default.
	PlaceAuto = Placement(group.Auto)
	// PlaceWhole keeps a copy on one device, the emptiest one, which does all work with it.
	PlaceWhole = Placement(group.Whole)
	// PlaceReplicated keeps a copy on one device, and makes more where work would wait. No sum is
	// spread.
	PlaceReplicated = Placement(group.Replicated)
	// PlaceSpread spreads all sums, by ranges of their points, and all keys of Groth16. A PLONK
	// proof is made on one device, and its key is replicated.
	PlaceSpread = Placement(group.Spread)
)

// WithPlacement chooses where bases, keys and sums go on an engine of several devices. The default
// is [PlaceAuto].
func WithPlacement(p Placement) Option {
	return setIf(PlaceAuto <= p && p <= PlaceSpread,
		func(c *config) { c.placement = group.Placement(p) }, "WithPlacement(%d)", p)
}

// WithMemoryLimit bounds the memory, in bytes, that the engine takes of each device. The default,
// also chosen by 0, is what is free on the device less a reserve. Bases that do not fit are sent
// with each MSM, and MSMs that need more than there is go through the device in pieces. The
// smallest limit for that is between one and three megabytes, by the curve; below it the CPU
// computes, or with [WithStrict] the error says how much is needed.
func WithMemoryLimit(bytes uint64) Option {
	return set(func(c *config) { c.cuda.MemoryLimit = bytes })
}

// WithMinSize sets the number of points from which on an MSM goes to the device, also in proofs. 1
// sends every MSM there. Smaller MSMs are computed on the CPU in every mode. The same number of
// elements goes for vectors.
//
// Without this option it is [DefaultMinSize], but not for proofs. They are made where that takes
// the least time: on the device, by gnark from end to end, or by the provers of this module on the
// CPU. The sums and transforms of a proof go together, but for sums of a few points. The times are
// predicted from a key's sizes, and from a sum of 2^8 points that an engine times once, when the
// first small key is loaded. From 2^16 points on the device makes the proof if there is one.
// [Statistics] count the proofs of each kind.
func WithMinSize(points int) Option {
	return setIf(points >= 0, func(c *config) { c.minSize, c.byTimes = points, false },
		"WithMinSize(%d): a size is not negative", points)
}

// WithPrecompute sets how many multiples of resident bases are kept on the device. The default
// is [PrecomputeAuto].
func WithPrecompute(p Precompute) Option {
	return setIf(p >= 0, func(c *config) { c.cuda.Factor = int(p) },
		"WithPrecompute: a factor is at least 1")
}

// WithWindow fixes the window width of the MSMs in bits, for measurements. The default, also
// chosen by 0, is a width planned for the size and the memory.
func WithWindow(bits int) Option {
	return setIf(0 <= bits && bits <= 30, func(c *config) { c.cuda.Window = bits },
		"WithWindow(%d): a width is between 1 and 30, or 0 for the planned one", bits)
}

// WithStrict makes failures errors. [Open] fails if no device can be used. An MSM that fails on the
// device returns the reason, wrapped, instead of being computed on the CPU.
func WithStrict() Option {
	return set(func(c *config) { c.strict = true })
}

// WithCheckedSums has the device compute each sum twice. The second time each scalar is multiplied
// by a random number of 32 bits, and so must be the sum. It is for programs that have no proof to
// verify: MultiExp and its variants in accel/<curve>, and commitments and openings of its kzg. The
// sums of a prover are not computed twice, for its proofs are verified.
//
// A wrong sum does not leave. Another device or the CPU computes it, or an engine with [WithStrict]
// returns [ErrInvalidResult]. One line is logged each time, and [Statistics] count it. Unless the
// engine is strict, a device that was wrong in two calls is left.
//
// A random error of the device is overlooked once in two thousand million times. Not seen is damage
// that both passes meet: to bases, or their multiples, on the device, to a vector on the device
// before its sum, and points that both passes leave out. The points must be in the group of prime
// order, or else the check fails.
//
// A sum takes more than twice as long, of uniform scalars and of witnesses. Of short scalars alone
// it takes several times as long, because the second time they have 32 bits more. The host
// multiplies the scalars, into memory of its own.
func WithCheckedSums() Option {
	return set(func(c *config) { c.checkedSums = true })
}

// WithLogger sets the engine's logger. The default is gnark's logger as it is when a line is
// logged.
func WithLogger(l zerolog.Logger) Option {
	now := func() zerolog.Logger { return l }
	return set(func(c *config) { c.logger = now })
}

// WithDriverLibrary opens the CUDA driver's library at path. Without it that is the one that the
// environment variable GNARK_ACCEL_CUDA_DRIVER names, and if it names none the system's,
// libcuda.so.1.
func WithDriverLibrary(path string) Option {
	return set(func(c *config) { c.cuda.Library = path })
}

// WithoutDevice makes an engine that computes everything on the CPU and opens no device.
func WithoutDevice() Option {
	return set(func(c *config) { c.withoutDevice = true })
}
