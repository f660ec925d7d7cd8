package prover

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// ReadKey reads a proving key with all checks, as its ReadFrom does: see [keys.Attached.ReadKey].
func (p *Prover[P1, P2, E]) ReadKey(
	from io.Reader, pk any, s *settings.Settings,
) (n int64, err error) {
	p.OnG1(new(engine.Engine)).Unpack() // needs no device
	return p.Scheme.ReadKey(pk, s, &keys.File{
		From: from, Kind: "groth16-" + p.Field.Curve, Read: p.readKey,
		Shorten: func(to *keys.Prepared, pk any) error {
			p.keys.Set(to.Key, p.Key(pk)) // without the domain's tables
			var domain bytes.Buffer
			_, err := p.keys.Domain(pk).WriteTo(&domain)
			to.Domain = domain.Bytes()
			return err
		},
		Complete: func(k *keys.Prepared) error {
			_, err := p.keys.Domain(k.Key).ReadFrom(bytes.NewReader(k.Domain))
			return err
		},
	})
}

// readKey reads a proving key with gnark's checks. It returns the number of bytes, and gnark's
// errors. The points stay on the device if made keeps them.
func (p *Prover[P1, P2, E]) readKey(
	from io.Reader, by *engine.Engine, made *engine.Made,
) (pk any, n int64, err error) {
	r := &reader[P1, P2, E]{
		keys.NewReader(from, made, p.OnG1(by), p.OnG2(by)), new(protocol.Key[P1, P2, E]),
	}
	pk = p.KeyType.New()
	if err := r.End(r.read(p.keys.Domain(pk), p.Field.Bytes)); err != nil {
		return pk, r.Bytes, err
	}
	p.keys.Set(pk, r.key)
	return pk, r.Bytes, p.CheckHiding(pk)
}

type reader[P1, P2, E any] struct {
	*keys.Reader[P1, P2, E]
	key *protocol.Key[P1, P2, E]
}

func (r *reader[P1, P2, E]) read(domain io.ReaderFrom, bytesOfElement int) error {
	ofDomain, err := r.Block(uint64(8 + 5*bytesOfElement + 1))
	if err == nil {
		err = checkDomain(domain, ofDomain)
	} else if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		// gnark-crypto has errors of its own for a domain that is cut
		_, err = domain.ReadFrom(bytes.NewReader(ofDomain[:r.Bytes]))
	}
	if err != nil {
		return fmt.Errorf("read domain: %w", err)
	}
	k := r.key
	var wires uint64
	var tables parallel.Tasks // of the domain, beside vectors that follow
	defer func() { _ = tables.Wait() }()
	err = r.fields(0, &k.Alpha, &k.Beta, &k.Delta, &k.A, &k.B, &k.Z)
	if err != nil {
		return err
	}
	n := binary.BigEndian.Uint64(ofDomain)
	if n != uint64(len(k.Z)+1) || bits.OnesCount64(n) != 1 {
		return fmt.Errorf("read domain: %w: %d elements, and %d points in Z",
			keys.ErrLength, n, len(k.Z))
	}
	tables.Go(func() error {
		_, err := domain.ReadFrom(bytes.NewReader(ofDomain))
		return err
	})
	err = r.fields(6, &k.K, &k.Beta2, &k.Delta2, &k.B2, &wires, &k.NbInfinityA, &k.NbInfinityB)
	if err != nil {
		return err
	}
	if err := tables.Wait(); err != nil {
		return fmt.Errorf("read domain: %w", err)
	}
	if k.InfinityA, err = r.bools(wires); err != nil {
		return fmt.Errorf("read InfinityA: %w", err)
	}
	if k.InfinityB, err = r.bools(wires); err != nil {
		return fmt.Errorf("read InfinityB: %w", err)
	}
	return r.readCommitments()
}

// fields decodes the next fields, of which the first has a number in gnark's errors.
func (r *reader[P1, P2, E]) fields(first int, fields ...any) error {
	for i, to := range fields {
		r.Part = fmt.Sprintf("read field %d", first+i)
		if err := r.Decode(to); err != nil {
			return err
		}
	}
	return nil
}

// checkDomain reads a domain, but for its tables. Their size is that of the domain, which may be
// damaged.
func checkDomain(domain io.ReaderFrom, file []byte) error {
	withoutTables := bytes.Clone(file)
	withoutTables[len(file)-1] = 0
	_, err := domain.ReadFrom(bytes.NewReader(withoutTables))
	return err
}

func (r *reader[P1, P2, E]) bools(n uint64) ([]bool, error) {
	block, err := r.Block(n)
	if err != nil {
		return nil, err
	}
	bools := make([]bool, len(block))
	for i, b := range block {
		bools[i] = b != 0
	}
	return bools, nil
}

func (r *reader[P1, P2, E]) readCommitments() error {
	var n uint32
	r.Part = "read nbCommitments"
	if err := r.Decode(&n); err != nil {
		return err
	}
	for i := range int(n) {
		r.Part = fmt.Sprintf("read commitment key %d", i)
		key := protocol.CommitmentKey[P1]{}
		err := r.Decode(&key.Basis)
		if err == nil {
			err = r.Decode(&key.BasisExpSigma)
		}
		if err == nil && len(key.Basis) != len(key.BasisExpSigma) {
			err = fmt.Errorf("%s: commitment/proof length mismatch", r.Part)
		}
		if err != nil {
			return err
		}
		r.key.Commitments = append(r.key.Commitments, key)
	}
	return nil
}

// planReading is a dry run of [Prover.readKey] for keys of these sizes.
func planReading[P1, P2, E any](
	c *protocol.Curve[P1, P2, E], z groth16.Sizes, r *engine.DryRun,
) memory.Making {
	return r.Making("reading", func(e *engine.Engine) (err error) {
		for _, n := range slices.Concat([]int{z.A, z.B, z.Z, z.K}, z.Commitments) {
			err = errors.Join(err, c.OnG1(e).PlanDecode(n))
		}
		return errors.Join(err, c.OnG2(e).PlanDecode(z.B))
	})
}
