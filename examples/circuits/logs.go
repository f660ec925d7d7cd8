package main

import (
	"bytes"
	"encoding/json"
	"io"
	"sync"

	"github.com/consensys/gnark/logger"
	"github.com/rs/zerolog"
)

// setLogger makes one logger for gnark and for the engine. It writes to out, and without -v only
// warnings and worse. gnark by itself would log to standard output. The warnings are also kept, for
// the report, and the times of the solver.
func setLogger(out io.Writer, verbose bool) (zerolog.Logger, *warnings, *solverTimes,
	*preparedFiles) {
	kept, times, files := new(warnings), new(solverTimes), new(preparedFiles)
	console := &zerolog.FilteredLevelWriter{
		Writer: zerolog.LevelWriterAdapter{Writer: zerolog.ConsoleWriter{Out: out, NoColor: true,
			TimeFormat: "15:04:05"}},
		Level: zerolog.WarnLevel,
	}
	if verbose {
		console.Level = zerolog.DebugLevel
	}
	log := zerolog.New(zerolog.MultiLevelWriter(console, kept,
		times, files)).With().Timestamp().Logger().Level(zerolog.DebugLevel)
	logger.Set(log)
	return log, kept, times, files
}

// preparedFiles is a zerolog.LevelWriter that remembers what became of prepared files.
type preparedFiles struct {
	mu    sync.Mutex
	met   map[string]bool
	bytes int64
}

// Write implements io.Writer.
func (p *preparedFiles) Write(event []byte) (int, error) { return len(event), nil }

// WriteLevel implements zerolog.LevelWriter.
func (p *preparedFiles) WriteLevel(_ zerolog.Level, event []byte) (int, error) {
	var fields struct {
		Prepared string
		Bytes    int64
	}
	if json.Unmarshal(event, &fields) == nil && fields.Prepared != "" {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.met == nil {
			p.met = map[string]bool{}
		}
		if p.met[fields.Prepared] = true; fields.Prepared == "used" {
			p.bytes += fields.Bytes
		}
	}
	return len(event), nil
}

// report returns the worst that became of any file, and the bytes that were read.
func (p *preparedFiles) report() (state string, bytes int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, state := range []string{"refused", "made", "used"} {
		if p.met[state] {
			return state, p.bytes
		}
	}
	return "", 0
}

// solverTimes is a zerolog.LevelWriter that remembers how long gnark's solver says that it took, in
// milliseconds.
type solverTimes struct {
	mu    sync.Mutex
	times []float64
}

// solverDone is the message in which gnark says so.
var solverDone = []byte("constraint system solver done")

// Write implements io.Writer.
func (s *solverTimes) Write(event []byte) (int, error) { return len(event), nil }

// WriteLevel implements zerolog.LevelWriter.
func (s *solverTimes) WriteLevel(_ zerolog.Level, event []byte) (int, error) {
	var fields struct{ Took float64 }
	if bytes.Contains(event, solverDone) && json.Unmarshal(event, &fields) == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.times = append(s.times, fields.Took)
	}
	return len(event), nil
}

// take returns the times since the last call.
func (s *solverTimes) take() []float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	times := s.times
	s.times = nil
	return times
}

// warnings is a zerolog.LevelWriter that remembers the first warning. The engine logs why it left
// the device, and tells it in no other way.
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
