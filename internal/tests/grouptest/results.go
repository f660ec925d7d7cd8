package grouptest

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// coordinate is a pointer to an element of the field of a point's coordinates.
type coordinate[F any] interface {
	*F
	Square(x *F) *F
	Mul(x, y *F) *F
}

// XYZZ returns a point p = (x, y) as the device would. For a given z its ZZ is z² and its ZZZ is
// z³.
func XYZZ[F any, C coordinate[F]](p interface{ IsInfinity() bool }, x, y, z *F) []uint64 {
	var coordinates [4]F
	if !p.IsInfinity() {
		zz, zzz := &coordinates[2], &coordinates[3]
		C(zz).Square(z)
		C(zzz).Mul(zz, z)
		C(&coordinates[0]).Mul(x, zz)
		C(&coordinates[1]).Mul(y, zzz)
	}
	return slices.Clone(raw.View[uint64](raw.Bytes(coordinates[:])))
}

// MemoryLayout compares the sizes of points and scalars with the sizes that the device reads.
func (g *Group[P, E, A]) MemoryLayout(t *testing.T) {
	if got := len(raw.Bytes(make([]P, 3))); got != 3*g.Device.PointBytes() {
		t.Errorf("3 points are %d bytes, the device reads %d", got, 3*g.Device.PointBytes())
	}
	if got := len(raw.Bytes(make([]E, 3))); got != 3*g.Device.ScalarBytes() {
		t.Errorf("3 scalars are %d bytes, the device reads %d", got, 3*g.Device.ScalarBytes())
	}
}

// Horner adds terms of a result, some of which meet their like or their opposite.
func (g *Group[P, E, A]) Horner(t *testing.T) {
	for name, test := range map[string]struct{ shifts, logs []int }{
		"nothing":                {nil, nil},
		"one term":               {[]int{0}, []int{3}},
		"one shifted term":       {[]int{17}, []int{3}},
		"windows":                {[]int{39, 26, 13, 0}, []int{1, 2, 3, 4}},
		"no term at 0":           {[]int{39, 26, 13}, []int{1, 2, 3}},
		"the same shift":         {[]int{13, 13, 0, 0}, []int{1, 2, 3, 4}},
		"infinity first":         {[]int{26, 13, 0}, []int{0, 2, 3}},
		"infinity last":          {[]int{26, 13, 0}, []int{1, 2, 0}},
		"all infinity":           {[]int{26, 13, 0}, []int{0, 0, 0}},
		"P plus P":               {[]int{1, 0}, []int{3, 6}},
		"P minus P":              {[]int{1, 0}, []int{3, -6}},
		"P minus P, then more":   {[]int{2, 1, 0}, []int{3, -6, 5}},
		"the highest of shifts":  {[]int{g.bits() + 20}, []int{1}},
		"equal points and shift": {[]int{5, 5}, []int{9, 9}},
	} {
		t.Run(name, func(t *testing.T) {
			var result cuda.Result
			expected := new(big.Int)
			for i, shift := range test.shifts {
				log := big.NewInt(int64(test.logs[i]))
				var p P
				if log.Sign() != 0 {
					A(&p).ScalarMultiplicationBase(log)
				}
				result.Terms = append(result.Terms,
					cuda.Term{Shift: shift, Point: g.XYZZ(&p, uint64(i+2))})
				expected.Add(expected, log.Lsh(log, uint(shift)))
			}
			var k E
			g.Host.Scalars.SetBigInt(&k, expected)
			want := g.fromLog(k)
			var got P
			devicetest.NoError(t, g.Accept(g.Device, &got)(&result))
			if !A(&got).Equal(&want) {
				t.Errorf("got %v, want %v", &got, &want)
			}
		})
	}
}

// InvalidResults refuses results that are no points of the curve.
func (g *Group[P, E, A]) InvalidResults(t *testing.T) {
	three := g.fromLog(g.Host.Scalars.Number(3))
	good := g.XYZZ(&three, 2)
	limbs := len(good) / 4
	changed := func(change func(p []uint64)) []uint64 {
		p := slices.Clone(good)
		change(p)
		return p
	}
	for name, terms := range map[string][]cuda.Term{
		"no limbs":          {{Point: nil}},
		"a limb missing":    {{Point: good[1:]}},
		"a limb too many":   {{Point: append(slices.Clone(good), 0)}},
		"ascending shifts":  {{Shift: 1, Point: good}, {Shift: 2, Point: good}},
		"negative shift":    {{Shift: -1, Point: good}},
		"enormous shift":    {{Shift: 1 << 30, Point: good}},
		"off the curve":     {{Point: changed(func(p []uint64) { p[0] ^= 1 })}},
		"ZZ is wrong":       {{Point: changed(func(p []uint64) { p[2*limbs] ^= 1 })}},
		"ZZZ is wrong":      {{Point: changed(func(p []uint64) { p[3*limbs] ^= 1 })}},
		"ZZZ alone is zero": {{Point: changed(func(p []uint64) { clear(p[3*limbs:]) })}},
		"X is not reduced": {{Point: changed(func(p []uint64) {
			for i := range limbs {
				p[i] = ^uint64(0)
			}
		})}},
		"the second term": {{Shift: 3, Point: good}, {Point: good[1:]}},
	} {
		t.Run(name, func(t *testing.T) {
			var p P
			if err := g.Accept(g.Device, &p)(&cuda.Result{Terms: terms}); !errors.Is(err,
				engine.ErrInvalidResult) {
				t.Errorf("error: %v", err)
			}
		})
	}
}
