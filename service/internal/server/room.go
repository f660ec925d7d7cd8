package server

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/nats-io/nats-server/v2/server"
)

// ErrFull: the disk is full, or nearly so, or it was until now.
var ErrFull = errors.New("the service's disk is full: it stores again once there is space")

// reserve is left to results of jobs under way, in bytes, or one part in reservePart of a disk.
const reserve, reservePart = 64 << 20, 16

// Room returns [ErrFull] unless a number of bytes can be stored now.
func (s *Server) Room(bytes int64) error {
	if s.broken.Load() {
		return ErrFull
	}
	return s.space(bytes)
}

func (s *Server) space(bytes int64) error {
	free, total, err := folder.Disk(s.options.StoreDir)
	if kept := min(reserve, total/reservePart); err == nil && free < kept+bytes {
		return fmt.Errorf("%w: %d MiB are free", ErrFull, free>>20)
	}
	return nil
}

func (s *Server) watch(ctx context.Context) {
	full := false
	interrupt.Every(ctx, time.Second/2, func() {
		s.mend()
		err := s.Room(0)
		if err != nil && !full {
			s.nats.Warnf("%v", err)
		}
		if err == nil && full {
			s.nats.Warnf("there is space again")
		}
		full = err != nil
	})
}

// mend starts JetStream anew, after a stream's write has failed, once there is space again.
func (s *Server) mend() {
	failure := s.writeFailure()
	s.broken.Store(failure != "")
	if failure == "" || s.space(0) != nil {
		return
	}
	s.nats.Warnf("the store starts anew: %s", failure)
	err := s.nats.ShutdownJetStream()
	if err == nil { // the streams are read again, and connections stay
		err = s.nats.EnableJetStream(&server.JetStreamConfig{
			StoreDir: s.options.StoreDir, MaxStore: s.options.JetStreamMaxStore,
		})
	}
	if err != nil {
		s.nats.Errorf("the store does not start: %v", err)
		return
	}
	s.broken.Store(s.writeFailure() != "")
}

// writeFailure says which stream cannot be written, or is empty.
func (s *Server) writeFailure() string {
	if !s.nats.JetStreamEnabled() {
		return "JetStream is disabled"
	}
	health := s.nats.Healthz(&server.HealthzOptions{Details: true})
	for _, failure := range health.Errors {
		if strings.Contains(failure.Error, "write error") {
			return failure.Error
		}
	}
	return ""
}
