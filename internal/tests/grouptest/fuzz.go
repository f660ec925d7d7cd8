package grouptest

import (
	"bytes"
	"encoding/binary"
	"math/big"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// Fuzz reads points, scalars and the way to compute their MSM from bytes. It compares with one
// multiplication of the generator. It runs on the device if there is one, else on the CPU.
func (g *Group[P, E, A]) Fuzz(f *testing.F) {
	g.skipRepeated(f)
	e, err := accel.Open(devicetest.Options(accel.WithPrecompute(accel.PrecomputeFactor(4)))...)
	devicetest.NoError(f, err)
	f.Cleanup(func() { e.Close() })
	m := g.New(e)

	entry := func(log uint16, scalar E) []byte {
		number := g.Host.Scalars.BigInt(&scalar, new(big.Int))
		b := number.FillBytes(make([]byte, sample.ByteLen(g.Host.Scalars)))
		return append(binary.BigEndian.AppendUint16(nil, log), b...)
	}
	seeds := [][]byte{{}, {1, 2, 3}}
	for way, distribution := range sample.Hostile(g.Host.Scalars) {
		seed := []byte{byte(way)}
		for i := range 40 {
			seed = append(seed,
				entry(uint16(i*7919), distribution.Scalar(i, sample.NewRand(uint64(i))))...)
		}
		seeds = append(seeds, seed)
	}
	seeds = append(seeds, bytes.Repeat([]byte{0xff}, 3*(sample.ByteLen(g.Host.Scalars)+2)+1))
	for _, seed := range seeds {
		f.Add(seed)
	}
	if g.First {
		sample.AddMutations(f, seeds)
	}

	f.Fuzz(func(t *testing.T, data []byte) {
		p, scalars := g.fuzzInput(data)
		failures := e.Statistics().Failures
		var way byte
		if len(data) > 0 {
			way = data[0]
		}
		if way%3 == 0 {
			got, err := m.MultiExp(p.points, scalars, ecc.MultiExpConfig{})
			g.want(t, got, err, g.expected(p, scalars))
		} else {
			bases, err := m.Load(p.points)
			devicetest.NoError(t, err)
			defer bases.Close()
			from := int(way) % (len(scalars) + 1)
			if way%3 == 1 {
				from = 0
			}
			got, err := bases.MultiExpRange(from, scalars[from:], ecc.MultiExpConfig{})
			g.want(t, got, err, g.expected(p.slice(from, len(scalars)), scalars[from:]))
		}
		if e.Statistics().Failures != failures {
			t.Errorf("the device failed: %+v", e.Statistics())
		}
	})
}

// fuzzInput reads at most 100 points and scalars, after the first byte. Two bytes make a point: its
// sign and its discrete logarithm, of half of them modulo 16. So points meet their like and their
// opposite often.
func (g *Group[P, E, A]) fuzzInput(data []byte) (p points[P, E], scalars []E) {
	size := 2 + sample.ByteLen(g.Host.Scalars)
	if len(data) > 0 {
		data = data[1:]
	}
	for ; len(data) >= size && len(scalars) < 100; data = data[size:] {
		selector := binary.BigEndian.Uint16(data)
		k := uint64(selector >> 2)
		if selector&2 != 0 {
			k %= 16
		}
		log := g.Host.Scalars.Number(k)
		if selector&1 != 0 {
			log = sample.Minus(g.Host.Scalars, log)
		}
		var scalar E
		g.Host.Scalars.SetBytes(&scalar, data[2:size])
		p.logs, p.points = append(p.logs, log), append(p.points, g.fromLog(log))
		scalars = append(scalars, scalar)
	}
	return p, scalars
}
