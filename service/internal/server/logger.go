package server

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/rs/zerolog"
)

// logger writes the server's lines to a log, notices at level debug. It keeps the first fatal one,
// after which NATS's start returns without an error.
type logger struct {
	log   zerolog.Logger
	fatal atomic.Pointer[string]
}

func (l *logger) Noticef(format string, v ...any) { l.log.Debug().Msgf("nats: "+format, v...) }
func (l *logger) Warnf(format string, v ...any)   { l.log.Warn().Msgf("nats: "+format, v...) }
func (l *logger) Errorf(format string, v ...any)  { l.log.Error().Msgf("nats: "+format, v...) }
func (l *logger) Debugf(format string, v ...any)  { l.log.Trace().Msgf("nats: "+format, v...) }

func (l *logger) Fatalf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	l.fatal.CompareAndSwap(nil, &text)
	l.Errorf("%s", text)
}

// Tracef writes nothing: the traces have contents of messages.
func (l *logger) Tracef(string, ...any) {}

// failure returns the first fatal line, if there was one.
func (l *logger) failure() error {
	if text := l.fatal.Load(); text != nil {
		return errors.New(*text)
	}
	return nil
}
