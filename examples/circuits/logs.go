package main

import (
	"io"
	"slices"

	"github.com/consensys/gnark/logger"
	"github.com/rs/zerolog"

	"github.com/gnark-accel/gnark-accel/examples/circuits/logbook"
)

// setLogger makes one logger for gnark and for the engine. It writes to out, and without -v only
// warnings and worse. gnark by itself would log to standard output. The book has all lines.
func setLogger(out io.Writer, verbose bool) (zerolog.Logger, *logbook.Book) {
	console := &zerolog.FilteredLevelWriter{
		Writer: zerolog.LevelWriterAdapter{Writer: zerolog.ConsoleWriter{Out: out, NoColor: true,
			TimeFormat: "15:04:05"}},
		Level: zerolog.WarnLevel,
	}
	if verbose {
		console.Level = zerolog.DebugLevel
	}
	book := new(logbook.Book)
	log := zerolog.New(zerolog.MultiLevelWriter(console, book)).With().Timestamp().Logger().
		Level(zerolog.DebugLevel)
	logger.Set(log)
	return log, book
}

// solved returns how long gnark's solver says that it took since the last call, in milliseconds.
func (s *session) solved() (times []float64) {
	done := s.log.Entries("constraint system solver done")
	for _, e := range done[s.told:] {
		times = append(times, e.Number("took"))
	}
	s.told = len(done)
	return times
}

// preparedFiles returns the worst that became of any prepared file, and the bytes that were read.
func preparedFiles(log *logbook.Book) (worst string, bytes int64) {
	states := []string{"", "used", "made", "refused"}
	rank := 0
	for _, e := range log.Entries("") {
		state := e.Text("prepared")
		rank = max(rank, slices.Index(states, state))
		if state == "used" {
			bytes += int64(e.Number("bytes"))
		}
	}
	return states[rank], bytes
}

// firstWarning returns the first one, or "". The engine logs why it left the device, and tells it
// in no other way.
func firstWarning(log *logbook.Book) string {
	for _, e := range log.Entries("") {
		level, err := zerolog.ParseLevel(e.Text("level"))
		if err != nil || level < zerolog.WarnLevel || level > zerolog.PanicLevel {
			continue
		}
		if cause := e.Text("error"); cause != "" {
			return e.Text("message") + ": " + cause
		}
		return e.Text("message")
	}
	return ""
}
