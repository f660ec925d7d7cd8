package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrNoWitness: the witness of a job is gone: the job has ended, or was kept for too long.
var ErrNoWitness = errors.New("the witness is gone")

// PutWitness seals a witness and stores it under a name.
func (s *Space) PutWitness(ctx context.Context, name string, full []byte) error {
	_, err := s.witnesses.PutBytes(ctx, name, s.Secrets.Seal(full, "witness "+name))
	return err
}

// Witness returns the witness of that name, or [ErrNoWitness].
func (s *Space) Witness(ctx context.Context, name string) ([]byte, error) {
	sealed, err := s.witnesses.GetBytes(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, fmt.Errorf("%w: %s", ErrNoWitness, name)
	}
	if err != nil {
		return nil, err
	}
	return s.Secrets.Open(sealed, "witness "+name)
}

// DeleteWitness deletes a witness. One that is gone already is no error.
func (s *Space) DeleteWitness(ctx context.Context, name string) error {
	err := s.witnesses.Delete(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	return err
}
