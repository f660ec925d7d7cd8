package kzgtest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// every does everything with a key once. It compares with gnark-crypto unless there is an error.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) every(pk K, srs P, p []E, point E) error {
	var none D
	digest, errCommit := pk.Commit(p)
	proof, errOpen := pk.Open(p, point)
	both := [][]E{p, p[:len(p)/2]}
	batch, errBatch := pk.BatchOpenSinglePoint(both, []D{digest, none}, point, sha256.New())
	if err := errors.Join(errCommit, errOpen, errBatch); err != nil {
		return err
	}
	wantDigest, errCommit := s.Commit(p, srs)
	wantProof, errOpen := s.Open(p, point, srs)
	wantBatch, errBatch := s.BatchOpen(both, []D{digest, none}, point, sha256.New(), srs)
	if err := errors.Join(errCommit, errOpen, errBatch); err != nil {
		return err
	}
	if digest != wantDigest || proof != wantProof || !reflect.DeepEqual(batch, wantBatch) {
		return fmt.Errorf("%d coefficients: not what gnark-crypto computes", len(p))
	}
	return nil
}

// Close closes a key under its users: results are right, or the error is ErrClosed. A key of a
// closed engine gives that error, too.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) Close(t *testing.T) {
	srs, _ := s.srs(t)
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		pk := s.load(t, e, srs)
		p := s.polynomial(size) // shared by all
		const users = 3
		begun := make(chan struct{}, users)
		var all parallel.WaitGroup
		for i := range users {
			all.Go(func() {
				for n := 0; ; n++ {
					err := s.every(pk, srs, p[:size-13*i], s.random(uint64(i)))
					if n == 0 {
						begun <- struct{}{}
					}
					if err != nil {
						s.wantClosed(t, err)
						return
					}
				}
			})
		}
		for range users {
			<-begun
		}
		if err := errors.Join(pk.Close(), pk.Close()); err != nil {
			t.Error(err)
		}
		all.Wait()
		if pk.OnDevice() {
			t.Error("on a device after Close")
		}
		_, errCommit := pk.Commit(p[:3])
		_, errOpen := pk.Open(p[:3], s.element(1))
		_, errBatch := pk.BatchOpenSinglePoint([][]E{p[:3]}, make([]D, 1), s.element(1),
			sha256.New())
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		_, errLoad := s.Load(e, srs)
		s.wantClosed(t, errCommit, errOpen, errBatch, errLoad)
	})
}

func (s *Scheme[E, D, O, B, P, V, R, K, C]) wantClosed(t *testing.T, errs ...error) {
	t.Helper()
	for i, err := range errs {
		if !errors.Is(err, accel.ErrClosed) {
			t.Errorf("error %d: %v", i, err)
		}
	}
}
