// Package attachment has what an attached key needs: an engine, and the key's points on it.
package attachment

import (
	"errors"
	"fmt"
	"sync"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// Choice is an engine, and whether results are checked.
type Choice struct {
	Engine *accel.Engine
	Checks bool
	strict bool
}

// Option changes a choice. The zero value has an engine of this package, and checks.
type Option func(*Choice)

// WithEngine chooses the engine.
func WithEngine(e *accel.Engine) Option { return func(c *Choice) { c.Engine = e } }

// WithoutChecks leaves out the checks.
func WithoutChecks() Option { return func(c *Choice) { c.Checks = false } }

// Choose returns the choice of some options. The error is [accel.ErrInvalidOption] for checks on an
// engine that does not check sums.
func Choose(opts []Option) (*Choice, error) {
	c := &Choice{Checks: true}
	for _, opt := range opts {
		if opt == nil {
			return nil, fmt.Errorf("%w: it is nil", accel.ErrInvalidOption)
		}
		opt(c)
	}
	switch {
	case c.Engine != nil:
	case c.Checks:
		c.Engine = checking()
	default:
		c.Engine = accel.Default()
	}
	home := c.home()
	c.strict = home.Strict()
	if c.Checks && !home.ChecksMSMs() {
		return nil, fmt.Errorf("%w: checks on an engine without accel.WithCheckedSums",
			accel.ErrInvalidOption)
	}
	return c, nil
}

func (c *Choice) home() *engine.Engine { return (*group.Set)(c.Engine).Home() }

// Open fails for wrong options alone, and these are right.
var (
	checking = sync.OnceValue(func() *accel.Engine { return open(accel.WithCheckedSums()) })
	onCPU    = sync.OnceValue(func() *accel.Engine { return open(accel.WithoutDevice()) })
)

func open(opt accel.Option) *accel.Engine {
	e, err := accel.Open(opt)
	if err != nil {
		panic(err)
	}
	return e
}

// Run computes on the engine. Where a check finds two results wrong, one after the other, or the
// device fails, the CPU computes, and a line is logged. A strict engine's failure is returned, and
// so is that of a closed one.
func (c *Choice) Run(what string, compute func(*accel.Engine) error) error {
	err := compute(c.Engine)
	if errors.Is(err, accel.ErrInvalidResult) {
		err = c.again(err, compute)
	}
	if err == nil && c.Checks {
		c.home().RightProof()
	}
	if err == nil || c.strict || errors.Is(err, accel.ErrClosed) {
		return err
	}
	log := logger.Logger()
	log.Warn().Err(err).Str("computation", what).Msg("computed on the CPU")
	return compute(onCPU())
}

// again computes a second time, and notes one wrong result or two, as those of proofs.
func (c *Choice) again(why error, compute func(*accel.Engine) error) (err error) {
	home, wrong := c.home(), 1
	defer func() { home.WrongProofs(wrong, why) }()
	if c.strict {
		return why
	}
	if err = home.Renew(); err == nil {
		err = compute(c.Engine)
	}
	if errors.Is(err, accel.ErrInvalidResult) {
		wrong = 2
	}
	return err
}

// Wrong is the error of a failed check.
func Wrong(what string) error { return fmt.Errorf("%w: %s", accel.ErrInvalidResult, what) }
