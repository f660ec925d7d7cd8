package engine_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// elements returns n elements, of which the first are edges of the field.
func elements(n int) fr.Vector {
	all := make(fr.Vector, n)
	all.MustSetRandom()
	for i, e := range []fr.Element{{}, fr.One(), fr.NewElement(2)} {
		if i < n {
			all[i] = e
		}
	}
	return all
}

// engines returns an engine with a device, and one without.
func engines(t *testing.T) map[string]*accel.Engine {
	t.Helper()
	none, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*accel.Engine{
		"device": devicetest.Open(t, accel.WithStrict()),
		"host":   none,
	}
}

func load(t *testing.T, f *bn254.Fr, elements []fr.Element) *bn254.Vector {
	t.Helper()
	v, err := f.Load(elements)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	})
	return v
}

// want compares a vector's elements with the right ones.
func want(t *testing.T, what string, v *bn254.Vector, err error, right []fr.Element) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	got := make([]fr.Element, v.Len())
	if err := v.Download(got); err != nil || !slices.Equal(got, right) {
		t.Errorf("%s: %v, or wrong elements", what, err)
	}
}

// operation is one on two vectors, with its oracle.
type operation struct {
	name   string
	device func(v, a, b *bn254.Vector) error
	cpu    func(v, a, b fr.Vector)
}

var (
	domain = fft.NewDomain(64)
	factor = fr.NewElement(12345)
)

var operations = []operation{
	{"Set", func(v, a, b *bn254.Vector) error { return v.Set(a) },
		func(v, a, b fr.Vector) { copy(v, a) }},
	{"Add", func(v, a, b *bn254.Vector) error { return v.Add(a, b) },
		func(v, a, b fr.Vector) { v.Add(a, b) }},
	{"Sub", func(v, a, b *bn254.Vector) error { return v.Sub(a, b) },
		func(v, a, b fr.Vector) { v.Sub(a, b) }},
	{"Mul", func(v, a, b *bn254.Vector) error { return v.Mul(a, b) },
		func(v, a, b fr.Vector) { v.Mul(a, b) }},
	{"ScalarMul", func(v, a, b *bn254.Vector) error { return v.ScalarMul(a, &factor) },
		func(v, a, b fr.Vector) { v.ScalarMul(a, &factor) }},
	{"Combine", func(v, a, b *bn254.Vector) error {
		return v.Combine([]fr.Element{factor, fr.One(), factor}, []*bn254.Vector{a, b, b})
	}, func(v, a, b fr.Vector) {
		for i := range v {
			var x, y fr.Element
			x.Mul(&factor, &a[i])
			y.Mul(&factor, &b[i]).Add(&y, &b[i])
			v[i].Add(&x, &y)
		}
	}},
	{"Invert", func(v, a, b *bn254.Vector) error { return v.Invert(a) },
		func(v, a, b fr.Vector) { copy(v, fr.BatchInvert(a)) }},
	{"PrefixProducts", func(v, a, b *bn254.Vector) error { return v.PrefixProducts(b) },
		func(v, a, b fr.Vector) {
			product := fr.One()
			for i := range v {
				product.Mul(&product, &b[i])
				v[i] = product
			}
		}},
	{"BitReverse",
		func(v, a, b *bn254.Vector) error { return errors.Join(v.Set(a), v.BitReverse()) },
		func(v, a, b fr.Vector) { copy(v, a); poly.BitReverse(v) }},
	{"FFT", func(v, a, b *bn254.Vector) error {
		return errors.Join(v.Set(a), v.FFT(domain, fft.DIF, accel.OnCoset()))
	}, func(v, a, b fr.Vector) { copy(v, a); domain.FFT(v, fft.DIF, fft.OnCoset()) }},
	{"FFTInverse", func(v, a, b *bn254.Vector) error {
		return errors.Join(v.Set(a), v.FFTInverse(domain, fft.DIT))
	}, func(v, a, b fr.Vector) { copy(v, a); domain.FFTInverse(v, fft.DIT) }},
}

func TestOperations(t *testing.T) {
	for name, e := range engines(t) {
		f, x, y := bn254.NewFr(e), elements(64), elements(64)[3:]
		y = append(y, y[:3]...) // has no zeros
		for _, op := range operations {
			right := make(fr.Vector, 64)
			op.cpu(right, x, y)
			a, b, v := load(t, f, x), load(t, f, y), load(t, f, make([]fr.Element, 64))
			if a.OnDevice() != (name == "device") {
				t.Fatalf("%s: on the device: %v", name, a.OnDevice())
			}
			want(t, name+": "+op.name, v, op.device(v, a, b), right)
			want(t, name+": operand of "+op.name, a, nil, x)
			want(t, name+": "+op.name+" in place", a, op.device(a, a, b), right)
		}
		for _, v := range []fr.Vector{x, x[:1], nil} {
			value, err := load(t, f, v).Evaluate(&factor)
			if right := evaluate(v, factor); err != nil || value != right {
				t.Errorf("%s: value of %d coefficients: %v, %v", name, len(v), value, err)
			}
		}
	}
}

func evaluate(p []fr.Element, x fr.Element) (value fr.Element) {
	for i := len(p) - 1; i >= 0; i-- {
		value.Mul(&value, &x).Add(&value, &p[i])
	}
	return value
}

// TestMixedOperands: where one vector is not on the device, the CPU computes.
func TestMixedOperands(t *testing.T) {
	f := bn254.NewFr(devicetest.Open(t, accel.WithStrict()))
	x, y := elements(64), elements(64)
	for _, op := range operations {
		right := make(fr.Vector, 64)
		op.cpu(right, x, y)
		a, b, v := load(t, f, x), load(t, f, y), load(t, f, make([]fr.Element, 64))
		for _, moved := range []*bn254.Vector{b, a, v} {
			inner := (*engine.Vector[fr.Element, fft.Domain, fft.Decimation])(moved)
			if err := inner.ToHost(); err != nil {
				t.Fatal(err)
			}
			want(t, op.name, v, op.device(v, a, b), right)
		}
		if a.OnDevice() || b.OnDevice() || v.OnDevice() {
			t.Error("on the device again")
		}
	}
}

func TestUploadReplaces(t *testing.T) {
	for name, e := range engines(t) {
		v, err := bn254.NewFr(e).NewVector(10)
		want(t, name+": zeros", v, err, make([]fr.Element, 10))
		x := elements(10)
		want(t, name+": Upload", v, v.Upload(x), x)
		for range 2 {
			if err := v.Close(); err != nil || v.Len() != 0 {
				t.Errorf("%s: Close: %v, %d elements", name, err, v.Len())
			}
		}
	}
}

func TestWrongLengths(t *testing.T) {
	for name, e := range engines(t) {
		f := bn254.NewFr(e)
		v, w, x := load(t, f, elements(8)), load(t, f, elements(9)), load(t, f, elements(8))
		many := slices.Repeat([]*bn254.Vector{v}, 17)
		for what, err := range map[string]error{
			"Set": v.Set(w), "Add": v.Add(x, w), "Sub": v.Sub(w, x), "Mul": w.Mul(v, x),
			"ScalarMul": v.ScalarMul(w, &factor), "Invert": v.Invert(w),
			"PrefixProducts": v.PrefixProducts(w), "BitReverse": w.BitReverse(),
			"FFT": v.FFT(domain, fft.DIF), "FFT without domain": v.FFT(nil, fft.DIF),
			"Combine":    v.Combine([]fr.Element{factor}, []*bn254.Vector{w}),
			"17 vectors": v.Combine(make([]fr.Element, 17), many),
			"factors":    v.Combine(make([]fr.Element, 2), many[:1]),
			"nothing":    v.Combine(nil, nil),
			"Download":   v.Download(make([]fr.Element, 7)), "Upload": v.Upload(make([]fr.Element,
				9)),
		} {
			if !errors.Is(err, accel.ErrLength) {
				t.Errorf("%s: %s: %v", name, what, err)
			}
		}
		if _, err := f.NewVector(-1); !errors.Is(err, accel.ErrLength) {
			t.Errorf("%s: a negative length: %v", name, err)
		}
	}
}

func TestClosedEngine(t *testing.T) {
	e := devicetest.Open(t, accel.WithStrict())
	f := bn254.NewFr(e)
	v := load(t, f, elements(8))
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := f.NewVector(8); !errors.Is(err, accel.ErrClosed) {
		t.Errorf("NewVector: %v", err)
	}
	if err := v.Add(v, v); !errors.Is(err, accel.ErrClosed) {
		t.Errorf("Add: %v", err)
	}
}

// TestLittleMemory: vectors without room live in host memory, or a strict engine fails.
func TestLittleMemory(t *testing.T) {
	const n = 1 << 10
	for _, strict := range []bool{false, true} {
		opts := []accel.Option{accel.WithMemoryLimit(n * fr.Bytes / 2)}
		if strict {
			opts = append(opts, accel.WithStrict())
		}
		f, x := bn254.NewFr(devicetest.Open(t, opts...)), elements(n)
		v, err := f.Load(x)
		if strict {
			if !errors.Is(err, accel.ErrOutOfMemory) {
				t.Errorf("strict: %v", err)
			}
			continue
		}
		want(t, "Load", v, err, x)
		if v.OnDevice() {
			t.Error("there is room")
		}
	}
}

func points(n int) []curve.G1Affine {
	_, _, g, _ := curve.Generators()
	return curve.BatchScalarMultiplicationG1(&g, elements(n))
}

func TestMultiExpVector(t *testing.T) {
	for name, e := range engines(t) {
		g, f, p, x := bn254.NewG1(e), bn254.NewFr(e), points(70), elements(64)
		bases, err := g.Load(p)
		if err != nil {
			t.Fatal(err)
		}
		v := load(t, f, x)
		var right curve.G1Affine
		if _, err := right.MultiExp(p[6:], x, ecc.MultiExpConfig{}); err != nil {
			t.Fatal(err)
		}
		before := e.Statistics()
		for range 2 {
			if sum, err := bases.MultiExpVector(6, v); err != nil || !sum.Equal(&right) {
				t.Errorf("%s: bases: %v, or a wrong sum", name, err)
			}
		}
		after := e.Statistics()
		if up := after.BytesUp - before.BytesUp; name == "device" &&
			(up != 0 || after.DeviceMSMs != before.DeviceMSMs+2) {
			t.Errorf("%d bytes sent: %+v", up, after)
		}
		if sum, err := g.MultiExpVector(p[6:], v); err != nil || !sum.Equal(&right) {
			t.Errorf("%s: points: %v, or a wrong sum", name, err)
		}
		if _, err := bases.MultiExpVector(7, v); !errors.Is(err, accel.ErrRange) {
			t.Errorf("%s: beyond the bases: %v", name, err)
		}
		if _, err := g.MultiExpVector(p, v); err == nil {
			t.Errorf("%s: more points than scalars", name)
		}
		if err := bases.Close(); err != nil {
			t.Error(err)
		}
		if _, err := bases.MultiExpVector(6, v); !errors.Is(err, accel.ErrClosed) {
			t.Errorf("%s: closed bases: %v", name, err)
		}
	}
}
