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

// every does everything with a key once, and compares with gnark-crypto unless there is an error.
func (s *Scheme[E, S, D, O, B]) every(pk Key[E, D, O, B], srs SRS[E, D, O, B], p []E,
	point E) error {
	var none D
	digest, errCommit := pk.Commit(p)
	proof, errOpen := pk.Open(p, point)
	both := [][]E{p, p[:len(p)/2]}
	batch, errBatch := pk.BatchOpenSinglePoint(both, []D{digest, none}, point, sha256.New())
	if err := errors.Join(errCommit, errOpen, errBatch); err != nil {
		return err
	}
	wantDigest, errCommit := srs.Commit(p)
	wantProof, errOpen := srs.Open(p, point)
	wantBatch, errBatch := srs.BatchOpenSinglePoint(both, []D{digest, none}, point,
		sha256.New())
	if err := errors.Join(errCommit, errOpen, errBatch); err != nil {
		return err
	}
	if digest != wantDigest || proof != wantProof || !reflect.DeepEqual(batch, wantBatch) {
		return fmt.Errorf("%d coefficients: not what gnark-crypto computes", len(p))
	}
	return nil
}

// ConcurrentUse does everything with one key at once.
func (s *Scheme[E, S, D, O, B]) ConcurrentUse(t *testing.T) {
	srs := s.srs(t)
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		pk := s.load(t, e, srs)
		p := s.polynomial(size) // shared by all
		var users parallel.WaitGroup
		for i := range 3 {
			users.Go(func() {
				if err := s.every(pk, srs, p[:size-13*i], s.random(uint64(i))); err != nil {
					t.Error(err)
				}
			})
		}
		users.Wait()
	})
}

// CloseWhileInUse closes a key under its users: each commitment is right, or the error is
// ErrClosed.
func (s *Scheme[E, S, D, O, B]) CloseWhileInUse(t *testing.T) {
	srs := s.srs(t)
	p := s.polynomial(5)
	want, err := srs.Commit(p)
	if err != nil {
		t.Fatal(err)
	}
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		pk := s.load(t, e, srs)
		const users = 3
		begun := make(chan struct{}, users)
		var all parallel.WaitGroup
		for range users {
			all.Go(func() {
				for n := 0; ; n++ {
					got, err := pk.Commit(p)
					if n == 0 {
						begun <- struct{}{}
					}
					if errors.Is(err, accel.ErrClosed) {
						return
					}
					if err != nil || got != want {
						t.Errorf("got %v, %v", got, err)
						return
					}
				}
			})
		}
		for range users {
			<-begun
		}
		if err := pk.Close(); err != nil {
			t.Error(err)
		}
		all.Wait()
	})
}

// UseAfterClose expects ErrClosed of a closed key and of a closed engine.
func (s *Scheme[E, S, D, O, B]) UseAfterClose(t *testing.T) {
	srs := s.srs(t)
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		pk := s.load(t, e, srs)
		if err := errors.Join(pk.Close(), pk.Close()); err != nil {
			t.Error(err)
		}
		if pk.OnDevice() {
			t.Error("on a device after Close")
		}
		p := s.polynomial(3)
		_, errCommit := pk.Commit(p)
		_, errOpen := pk.Open(p, s.element(1))
		_, errBatch := pk.BatchOpenSinglePoint([][]E{p}, make([]D, 1), s.element(1),
			sha256.New())
		for _, err := range []error{errCommit, errOpen, errBatch} {
			if !errors.Is(err, accel.ErrClosed) {
				t.Errorf("after Close: %v", err)
			}
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		if _, err := srs.Load(e); !errors.Is(err, accel.ErrClosed) {
			t.Errorf("on a closed engine: %v", err)
		}
	})
}
