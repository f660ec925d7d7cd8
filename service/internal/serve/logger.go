package serve

import "github.com/rs/zerolog"

// natsLogger writes the server's lines to the service's log, notices at level debug.
type natsLogger struct{ log zerolog.Logger }

// Noticef implements the server's Logger.
func (l natsLogger) Noticef(format string, v ...any) { l.log.Debug().Msgf("nats: "+format, v...) }

// Warnf implements the server's Logger.
func (l natsLogger) Warnf(format string, v ...any) { l.log.Warn().Msgf("nats: "+format, v...) }

// Fatalf implements the server's Logger.
func (l natsLogger) Fatalf(format string, v ...any) { l.log.Error().Msgf("nats: "+format, v...) }

// Errorf implements the server's Logger.
func (l natsLogger) Errorf(format string, v ...any) { l.log.Error().Msgf("nats: "+format, v...) }

// Debugf implements the server's Logger.
func (l natsLogger) Debugf(format string, v ...any) { l.log.Trace().Msgf("nats: "+format, v...) }

// Tracef implements the server's Logger. The server's traces have contents of messages: no line.
func (l natsLogger) Tracef(string, ...any) {}
