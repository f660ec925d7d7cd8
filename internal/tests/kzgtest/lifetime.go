package kzgtest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
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

// Close closes a key, and uses it then. A key of a closed engine gives the same error.
func (s *Scheme[E, S, D, O, B]) Close(t *testing.T) {
	srs := s.srs(t)
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		pk, p := s.load(t, e, srs), s.polynomial(size)
		if err := errors.Join(pk.Close(), pk.Close()); err != nil {
			t.Error(err)
		}
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
		_, errLoad := srs.Load(e)
		s.wantClosed(t, errCommit, errOpen, errBatch, errLoad)
	})
}

func (s *Scheme[E, S, D, O, B]) wantClosed(t *testing.T, errs ...error) {
	t.Helper()
	for i, err := range errs {
		if !errors.Is(err, accel.ErrClosed) {
			t.Errorf("error %d: %v", i, err)
		}
	}
}
