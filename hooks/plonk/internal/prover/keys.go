package prover

import (
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// ReadKey reads a proving key with all checks, as its ReadFrom does: see [keys.Attached.ReadKey].
func (p *Prover[P1, P2, E]) ReadKey(
	from io.Reader, pk any, s *settings.Settings,
) (n int64, err error) {
	p.OnG1(new(engine.Engine)).Unpack() // needs no device
	return p.Scheme.ReadKey(pk, s, &keys.File{
		From: from, Kind: "plonk-" + p.Field.Curve, Read: p.readKey,
		Shorten: func(to *keys.Prepared, pk any) error {
			p.KeyType.Copy(to.Key, pk)
			return nil
		},
		Complete: func(*keys.Prepared) error { return nil },
	})
}

// readKey reads points that stay on the device if made keeps them.
func (p *Prover[P1, P2, E]) readKey(
	from io.Reader, by *engine.Engine, made *engine.Made,
) (pk any, n int64, err error) {
	r := keys.NewReader(from, made, p.OnG1(by), p.keys.OnG2(by))
	pk = p.keys.New(nil)
	versioned, err := read(r, p.Fields(pk))
	if err = r.End(err); err == nil && versioned {
		err = setVersion(pk)
	}
	if err == nil {
		err = p.CheckHiding(pk)
	}
	return pk, r.Bytes, err
}

// setVersion makes a key one of gnark's current version, if it has versions. Writing sets it.
func setVersion(pk any) error {
	_, err := verifying(pk).(io.WriterTo).WriteTo(io.Discard)
	return err
}

// verifying returns a key's verifying key.
func verifying(pk any) any { return pk.(interface{ VerifyingKey() any }).VerifyingKey() }

// PointsOf returns [Keys.SRS] for gnark's type R of reference strings.
func PointsOf[R, P any](of func(*R) *[]P) func(srs any) (points *[]P, ok bool) {
	return func(srs any) (*[]P, bool) {
		r, ok := srs.(*R)
		if r == nil {
			return nil, ok
		}
		return of(r), true
	}
}

// Setup makes a system's keys from a reference string in both forms, as gnark's does. Unless the
// settings say so, the key takes no memory of the device afterwards.
func (p *Prover[P1, P2, E]) Setup(
	ccs, srs, srsLagrange any, s *settings.Settings,
) (pk, vk any, err error) {
	canonical, ok := p.keys.SRS(srs)
	lagrange, both := p.keys.SRS(srsLagrange)
	switch {
	case !ok || !both:
		return nil, nil, fmt.Errorf("%w: reference strings %T and %T, expected a *kzg.SRS",
			protocol.ErrInvalidInput, srs, srsLagrange)
	case canonical == nil || lagrange == nil:
		return nil, nil, fmt.Errorf("%w: no reference string", protocol.ErrInvalidInput)
	}
	sys, err := p.Provable(ccs)
	if err != nil {
		return nil, nil, err
	}
	n, err := sys.RowsOfKeys(len(*canonical), len(*lagrange))
	if err != nil {
		return nil, nil, err
	}
	pk = p.keys.New(srs)
	fields := p.Fields(pk)
	*fields.Canonical, *fields.Lagrange = (*canonical)[:n+3], *lagrange
	p.size(fields.Verifying, sys, n)
	c, err := p.Scheme.Setup(pk, sys, s.Engine, s.Attached, engine.Telling(s.Progress))
	if err != nil {
		return nil, nil, err
	}
	fields.Verifying.Commit(c)
	return pk, verifying(pk), setVersion(pk)
}

// size sets all of a verifying key that its commitments do not depend on.
func (p *Prover[P1, P2, E]) size(
	vk *protocol.VerifyingFields[P1, E], sys *system.System[E], n int,
) {
	d := p.Field.Constants(uint64(n))
	*vk.Size, *vk.SizeInv = d.Cardinality, d.CardinalityInverse
	*vk.Generator, *vk.CosetShift = d.Generator, d.Shift
	*vk.NbPublicVariables = uint64(len(sys.Public))
	rows := sys.CommitmentInfo.CommitmentIndexes()
	*vk.CommitmentConstraintIndexes, *vk.Qcp = make([]uint64, len(rows)), make([]P1, len(rows))
	for i, row := range rows {
		(*vk.CommitmentConstraintIndexes)[i] = uint64(row)
	}
}
