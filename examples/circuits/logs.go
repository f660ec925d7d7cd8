package main

import (
	"encoding/json"
	"io"
	"sync"

	"github.com/consensys/gnark/logger"
	"github.com/rs/zerolog"
)

// setLogger makes one logger for gnark and for the engine. It writes to out, and without -v only
// warnings and worse. gnark by itself would log to standard output. What the log tells is kept.
func setLogger(out io.Writer, verbose bool) (zerolog.Logger, *told) {
	console := &zerolog.FilteredLevelWriter{
		Writer: zerolog.LevelWriterAdapter{Writer: zerolog.ConsoleWriter{Out: out, NoColor: true,
			TimeFormat: "15:04:05"}},
		Level: zerolog.WarnLevel,
	}
	if verbose {
		console.Level = zerolog.DebugLevel
	}
	kept := new(told)
	log := zerolog.New(zerolog.MultiLevelWriter(console, kept)).With().Timestamp().Logger().
		Level(zerolog.DebugLevel)
	logger.Set(log)
	return log, kept
}

// told keeps what the log alone tells. It is safe for concurrent use.
type told struct {
	mu      sync.Mutex
	solver  []float64 // milliseconds that a solver took, of each witness
	warning string    // the first one: why the engine left the device
}

// Write implements io.Writer for one event.
func (k *told) Write(event []byte) (int, error) {
	var e struct {
		Level, Message, Error string
		Took                  float64
	}
	if json.Unmarshal(event, &e) != nil {
		return len(event), nil
	}
	level, _ := zerolog.ParseLevel(e.Level)
	k.mu.Lock()
	defer k.mu.Unlock()
	if e.Message == "constraint system solver done" {
		k.solver = append(k.solver, e.Took)
	}
	if level >= zerolog.WarnLevel && k.warning == "" {
		k.warning = e.Message
		if e.Error != "" {
			k.warning += ": " + e.Error
		}
	}
	return len(event), nil
}

// solverTimes returns the solver's times since the last call.
func (k *told) solverTimes() []float64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	times := k.solver
	k.solver = nil
	return times
}

// cause returns the first warning, or "".
func (k *told) cause() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.warning
}
