// Package logs makes the loggers of the service's programs.
package logs

import (
	"io"

	"github.com/consensys/gnark/logger"
	"github.com/rs/zerolog"
)

// New returns a logger that writes lines of JSON. gnark and gnark-accel log to it too.
//
// gnark writes values of witnesses in two kinds of lines: a circuit's own, at level debug, and its
// solver's error, which has no message. Neither is written.
func New(to io.Writer, level zerolog.Level) zerolog.Logger {
	log := zerolog.New(to).Level(level).With().Timestamp().Logger()
	logger.Set(log.Level(max(level, zerolog.InfoLevel)).Hook(withoutValues{}))
	return log
}

// withoutValues drops gnark's lines that have no message.
type withoutValues struct{}

func (withoutValues) Run(line *zerolog.Event, _ zerolog.Level, message string) {
	if message == "" {
		line.Discard()
	}
}
