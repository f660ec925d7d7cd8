package prover

import (
	"errors"
	"fmt"
	"io"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keyfile"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Attach loads a key ahead of its first proof, as the settings say. It prepares the constraint
// system that it belongs to unless that is nil. A nil engine is the one that the key is attached to
// already, or else [accel.Default]. A key that is attached to another engine moves; proofs under
// way finish where they began.
func (p *Prover[K, P1, P2, E, S]) Attach(pk any, s *settings.Settings) error {
	return p.attach(p.keyOf(pk), s, algebra.Telling(s.Progress))
}

// AttachWith is Attach with a system and an engine that may be nil.
func (p *Prover[K, P1, P2, E, S]) AttachWith(pk *K, ccs any, engine *accel.Engine) error {
	s := &settings.Settings{Engine: engine}
	s.Circuit, _ = ccs.(constraint.ConstraintSystem)
	return p.attach(pk, s, nil)
}

// attach is Attach of a key of which a device may have points.
func (p *Prover[K, P1, P2, E, S]) attach(pk *K, s *settings.Settings, made *algebra.Made) error {
	sys := p.system(s.Circuit)
	if sys != nil {
		sys.Folder = s.Prepared
	}
	return p.scheme.Attach(pk, sys, s.Engine, made)
}

// ReadKey reads a proving key with all checks, as its ReadFrom does, on an engine with a device. It
// returns the number of bytes, and gnark's errors. A key that cannot be read stays as it is.
//
// If the settings say so, it attaches the key as [Prover.Attach] does. Points that the engine's
// device has checked stay there for that.
func (p *Prover[K, P1, P2, E, S]) ReadKey(
	from io.Reader, pk any, s *settings.Settings,
) (n int64, err error) {
	key := p.keyOf(pk)
	var keeping parallel.Tasks
	keep := func(k func()) { keeping.Go(func() error { k(); return nil }) }
	defer func() { err = errors.Join(err, keeping.Wait()) }()
	if !s.Attached {
		return p.readKey(from, key, s, algebra.Telling(s.Progress), keep)
	}
	err = algebra.Making(s.Engine, s.Progress, func(made *algebra.Made) (err error) {
		if n, err = p.readKey(from, key, s, made, keep); err != nil {
			return err
		}
		return p.attach(key, s, made)
	})
	return n, err
}

// readKey reads points that stay on the device if made keeps them. Keep is called with what writes
// them to the settings' folder.
func (p *Prover[K, P1, P2, E, S]) readKey(
	from io.Reader, pk *K, s *settings.Settings, made *algebra.Made, keep func(func()),
) (int64, error) {
	if from == nil || pk == nil {
		return 0, fmt.Errorf("%w: no file, or no proving key", protocol.ErrInvalidInput)
	}
	if s.Prepared == nil {
		return p.readFile(from, pk, s.Engine, made)
	}
	k := new(keyfile.Prepared[K])
	later, err := k.Read(s.Prepared, "plonk-"+p.Field.Curve, from, nil,
		func(from io.Reader) (int64, error) { return p.readFile(from, &k.Key, s.Engine, made) })
	if err == nil {
		*pk = k.Key
	}
	if later != nil && err == nil {
		keep(later)
	}
	return k.Bytes, err
}

// readFile reads a key from gnark's file.
func (p *Prover[K, P1, P2, E, S]) readFile(
	from io.Reader, pk *K, engine *accel.Engine, made *algebra.Made,
) (int64, error) {
	home := algebra.Home(engine)
	r := &keyfile.Reader[P1, P2, E]{
		From: keyfile.Watched(from, made), Made: made,
		G1: p.G1.OnEngine(home), G2: p.G2.OnEngine(home),
	}
	read, parts := p.Parts()
	versioned, err := parts.Read(r)
	if err == nil && versioned {
		err = p.SetVersion(read)
	}
	if err == nil {
		*pk = *read
	}
	return r.Bytes, r.Failed(err)
}

// NewKey is what a key has before its commitments are known.
type NewKey[E any] struct {
	Domain        *field.Domain[E]
	SRS, Lagrange any // the reference string, in both forms
	Rows, Public  int
	Commitments   []uint64 // rows of the commitments
}

// Setup makes the keys of a constraint system from a reference string in both forms, as gnark's
// Setup does. The keys are the same. A nil engine is [accel.Default]. If the settings say so, the
// proving key stays attached to the engine, or else it takes no memory of the device afterwards.
func (p *Prover[K, P1, P2, E, S]) Setup(
	ccs, srs, srsLagrange any, s *settings.Settings,
) (pk, vk any, err error) {
	canonical, ok := p.SRS(srs)
	lagrange, both := p.SRS(srsLagrange)
	switch {
	case !ok || !both:
		return nil, nil, fmt.Errorf("%w: reference strings %T and %T, expected a *kzg.SRS",
			protocol.ErrInvalidInput, srs, srsLagrange)
	case canonical == nil || lagrange == nil:
		return nil, nil, fmt.Errorf("%w: no reference string", protocol.ErrInvalidInput)
	}
	sys := p.system(ccs)
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
	key := p.NewKey(made)
	c, err := p.scheme.Setup(key, sys, s.Engine, s.Attached, algebra.Telling(s.Progress))
	if err != nil {
		return nil, nil, err
	}
	return key, p.Commit(key, c), p.SetVersion(key)
}
