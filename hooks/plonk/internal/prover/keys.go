package prover

import (
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// ReadKey reads a proving key with all checks, as its ReadFrom does: see [keys.Attached.ReadKey].
func (p *Prover[P1, P2, E]) ReadKey(
	from io.Reader, pk any, s *settings.Settings,
) (n int64, err error) {
	p.OnG1(new(engine.Engine)).Unpack() // needs no device
	return p.Scheme.ReadKey(pk, s, &keys.File{
		From: from, Kind: "plonk-" + p.Field.Curve,
		Read: func(from io.Reader, made *engine.Made) (pk any, n int64, err error) {
			return p.readKey(from, s.Engine, made)
		},
		Shorten: func(to *keys.Prepared, pk any) error {
			p.KeyType.Copy(to.Key, pk)
			return nil
		},
		Complete: func(*keys.Prepared) error { return nil },
	})
}

// readKey reads points that stay on the device if made keeps them.
func (p *Prover[P1, P2, E]) readKey(
	from io.Reader, engine *accel.Engine, made *engine.Made,
) (pk any, n int64, err error) {
	home := keys.Home(engine)
	r := &keys.Reader[P1, P2, E]{
		From: keys.Watched(from, made), Made: made,
		G1: p.OnG1(home), G2: p.keys.OnG2(home),
	}
	pk, parts := p.keys.Parts()
	versioned, err := parts.read(r)
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
	vk := pk.(interface{ VerifyingKey() any }).VerifyingKey()
	_, err := vk.(io.WriterTo).WriteTo(io.Discard)
	return err
}

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

// NewKey is a key before its commitments are known.
type NewKey[E any] struct {
	Domain        *curve.Domain[E]
	SRS, Lagrange any // the reference string, in both forms
	Rows, Public  int
	Commitments   []uint64 // rows of the commitments
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
	made := &NewKey[E]{
		Domain: p.Field.Constants(uint64(n)), SRS: srs, Lagrange: srsLagrange,
		Rows: n, Public: len(sys.Public), Commitments: []uint64{},
	}
	for _, row := range sys.CommitmentInfo.CommitmentIndexes() {
		made.Commitments = append(made.Commitments, uint64(row))
	}
	key := p.keys.New(made)
	c, err := p.Scheme.Setup(key, sys, s.Engine, s.Attached, engine.Telling(s.Progress))
	if err != nil {
		return nil, nil, err
	}
	return key, p.keys.Commit(key, c), setVersion(key)
}
