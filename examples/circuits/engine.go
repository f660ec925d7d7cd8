package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rs/zerolog"

	"github.com/gnark-accel/gnark-accel/accel"
)

// backendChoice is the value of -backend.
type backendChoice string

const (
	backendAuto backendChoice = "auto"
	backendCPU  backendChoice = "cpu"
	backendCUDA backendChoice = "cuda"
)

func lookupBackend(name string) (backendChoice, error) {
	if b := backendChoice(name); slices.Contains([]backendChoice{backendAuto, backendCPU, backendCUDA}, b) {
		return b, nil
	}
	return "", fmt.Errorf("unknown backend %q: there are auto, cpu, cuda", name)
}

// openEngine opens the engine that the proofs run on. With -backend cuda it is a strict one: no device, and every
// failure of it, is an error.
func openEngine(s settings, log zerolog.Logger) (*accel.Engine, error) {
	options := append(s.memoryOptions(), accel.WithLogger(log))
	switch s.backend {
	case backendCPU:
		options = append(options, accel.WithoutDevice())
	case backendCUDA:
		options = append(options, accel.WithStrict())
	}
	engine, err := accel.Open(options...)
	if err != nil {
		return nil, fmt.Errorf("no device for -backend %s: %w", s.backend, err)
	}
	return engine, nil
}

// memoryOptions are the options that plans depend on.
func (s *settings) memoryOptions() []accel.Option {
	options := []accel.Option{accel.WithMemoryLimit(uint64(s.memoryLimit))}
	if s.minSize > 0 {
		options = append(options, accel.WithMinSize(s.minSize))
	}
	return options
}

// states gives each reason for which the device is not used a name for programs to read.
var states = []struct {
	err  error
	name string
}{
	{accel.ErrWithoutDevice, "not wanted"},
	{accel.ErrNotCompiled, "not compiled in"},
	{accel.ErrNotSupported, "not supported"},
	{accel.ErrNoLibrary, "no driver library"},
	{accel.ErrNoDevice, "no device"},
	{accel.ErrUnusable, "driver unusable"},
	{accel.ErrDriverTooOld, "driver too old"},
	{accel.ErrDeviceTooOld, "device too old"},
	{accel.ErrOutOfMemory, "out of memory"},
	{accel.ErrDeviceLost, "device lost"},
}

// stateOf returns the name of the state that err tells of, or "" if it tells of none.
func stateOf(err error) string {
	for _, s := range states {
		if errors.Is(err, s.err) {
			return s.name
		}
	}
	return ""
}
