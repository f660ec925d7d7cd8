package group

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// DefaultMinSize is the least number of points for the device, unless an option says otherwise.
const DefaultMinSize = 1 << 12

// Config is the settings that the options of an engine make.
type Config struct {
	engine.Config
	CUDA          cuda.Config
	Placement     Placement
	WithoutDevice bool
}

// defaults returns the default settings.
func defaults() *Config {
	return &Config{Config: engine.Config{MinSize: DefaultMinSize, ByTimes: true}}
}

// ConfigOf applies options to the default settings.
func ConfigOf[O ~func(*Config) error](options []O) (*Config, error) {
	c := defaults()
	for i, option := range options {
		if option == nil {
			return nil, fmt.Errorf("%w: option %d is nil", engine.ErrInvalidOption, i)
		}
		if err := option(c); err != nil {
			return nil, err
		}
	}
	if c.Strict && c.WithoutDevice {
		return nil, fmt.Errorf("%w: WithStrict needs the device that WithoutDevice leaves out",
			engine.ErrInvalidOption)
	}
	return c, nil
}
