package ceremony

import (
	"bytes"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/accel"
)

// contribution is a contribution to one of the phases, which secrets E scale.
type contribution[E any] interface {
	read(from *source)
	write(to *file)
	signed() *signature
	scale(secrets []E) error
	// precedes checks that a contribution to the challenge, of the same phase, follows.
	precedes(next contribution[E], challenge []byte) error
}

// signature is the common part of contributions: proofs of the secrets, in their order.
type signature struct {
	proofs    []proof
	challenge []byte // the hash of the contribution before, which the first one lacks
}

func (s *signature) signed() *signature { return s }

func (c *over[P1, P2, E]) read(
	phase int, e *accel.Engine, from io.Reader,
) (p contribution[E], err error) {
	if d := c.on(e); phase == 1 {
		p = &phase1[P1, P2, E]{device: d}
	} else {
		p = &phase2[P1, P2, E]{device: d}
	}
	s := &source{Reader: from}
	p.read(s)
	return p, s.err
}

// fileOf is a contribution's file.
func (c *over[P1, P2, E]) fileOf(p contribution[E]) *file {
	f := c.newFile()
	p.write(f)
	return f
}

func (c *over[P1, P2, E]) contribute(
	phase int, e *accel.Engine, from io.Reader, to io.Writer,
) error {
	p, err := c.read(phase, e, from)
	if err != nil {
		return err
	}
	by := p.signed()
	if by.challenge, err = c.fileOf(p).hash(); err != nil {
		return err
	}
	if err := c.withSecrets(by.proofs, by.challenge, p.scale); err != nil {
		return err
	}
	return c.fileOf(p).send(to)
}

func (c *over[P1, P2, E]) check(phase int, e *accel.Engine, previous, next io.Reader) error {
	p, err := c.read(phase, e, previous)
	if err != nil {
		return fmt.Errorf("contribution before: %w", err)
	}
	q, err := c.read(phase, e, next)
	if err != nil {
		return err
	}
	challenge, err := c.fileOf(p).hash()
	if err != nil {
		return err
	}
	named := q.signed().challenge // it may name none
	if len(named) != 0 && !bytes.Equal(named, challenge) {
		return fmt.Errorf("%w: the challenge does not match the previous contribution's hash",
			ErrInvalidContribution)
	}
	return p.precedes(q, challenge)
}
