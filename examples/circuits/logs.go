package main

import (
	"encoding/json"
	"io"
	"sync"

	"github.com/consensys/gnark/logger"
	"github.com/rs/zerolog"
)

// setLogger makes one logger for gnark, which would log to standard output, and for the engine: to out, and without -v
// only what is a warning or worse. The warnings are also kept, for the report.
func setLogger(out io.Writer, verbose, colour bool) (zerolog.Logger, *warnings) {
	kept := new(warnings)
	console := zerolog.ConsoleWriter{Out: out, NoColor: !colour, TimeFormat: "15:04:05"}
	log := zerolog.New(zerolog.MultiLevelWriter(console, kept)).With().Timestamp().Logger().Level(zerolog.WarnLevel)
	if verbose {
		log = log.Level(zerolog.DebugLevel)
	}
	logger.Set(log)
	return log, kept
}

// warnings is a zerolog.LevelWriter that remembers the first warning: the engine logs why it left the device, and
// tells it in no other way.
type warnings struct {
	mu    sync.Mutex
	first string
}

// Write implements io.Writer.
func (w *warnings) Write(event []byte) (int, error) { return len(event), nil }

// WriteLevel implements zerolog.LevelWriter.
func (w *warnings) WriteLevel(level zerolog.Level, event []byte) (int, error) {
	if level < zerolog.WarnLevel {
		return len(event), nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	var fields struct{ Message, Error string }
	if err := json.Unmarshal(event, &fields); err == nil && w.first == "" {
		w.first = fields.Message
		if fields.Error != "" {
			w.first += ": " + fields.Error
		}
	}
	return len(event), nil
}

// cause returns the first warning, or "".
func (w *warnings) cause() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.first
}
