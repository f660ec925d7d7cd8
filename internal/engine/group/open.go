package group

import (
	"errors"
	"sync"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// ErrWithoutDevice: the options leave the device out.
var ErrWithoutDevice = errors.New("accel: opened without a device")

// Open opens the devices of a configuration, and gnark's logger unless that has another one.
func Open(c *Config) (*Set, error) {
	if c.Logger == nil {
		c.Logger = logger.Logger
	}
	openers, err := openersOf(c)
	if err != nil && c.Strict {
		return nil, err
	}
	s := New(openers, err, c.Placement, c.Config)
	if err := s.Unavailable(); err != nil && c.Strict {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// openersOf returns the devices, or why there are none.
func openersOf(c *Config) (all []Opener, err error) {
	if c.WithoutDevice {
		return nil, ErrWithoutDevice
	}
	if !cuda.Available { // a constant: without the tag the backend is not linked
		return nil, cuda.ErrUnavailable()
	}
	infos, err := cuda.Devices(c.CUDA)
	if len(infos) == 0 {
		return nil, err
	}
	if err != nil {
		log := c.Logger()
		log.Warn().Err(err).Msg("device not opened, others do its work")
	}
	for _, info := range infos {
		all = append(all, Opener{Info: info, Open: func() (engine.Backend, error) {
			b, err := cuda.Open(c.CUDA, info.Index)
			if err != nil {
				return nil, err
			}
			return b, nil
		}})
	}
	return all, nil
}

// Default returns the devices of the process, which it opens at the first call. They compute where
// no engine is named. Without a usable device the CPU does.
var Default = sync.OnceValue(func() *Set {
	s, _ := Open(defaults()) // it is not strict
	return s
})
