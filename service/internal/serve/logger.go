package serve

import "github.com/rs/zerolog"

// natsLogger writes the server's lines to the service's log, notices at level debug.
type natsLogger struct{ log zerolog.Logger }

func (l natsLogger) Noticef(format string, v ...any) { l.log.Debug().Msgf("nats: "+format, v...) }
func (l natsLogger) Warnf(format string, v ...any)   { l.log.Warn().Msgf("nats: "+format, v...) }
func (l natsLogger) Fatalf(format string, v ...any)  { l.log.Error().Msgf("nats: "+format, v...) }
func (l natsLogger) Errorf(format string, v ...any)  { l.log.Error().Msgf("nats: "+format, v...) }
func (l natsLogger) Debugf(format string, v ...any)  { l.log.Trace().Msgf("nats: "+format, v...) }

// Tracef writes nothing: the traces have contents of messages.
func (l natsLogger) Tracef(string, ...any) {}
