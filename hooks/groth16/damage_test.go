package groth16_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/rangecheck"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/groth16/testscheme"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// polynomial says that X²·(X + constant) = Y. It may check the range of X, by a commitment.
type polynomial struct {
	constant int
	commits  bool
	X        frontend.Variable
	Y        frontend.Variable `gnark:",public"`
}

func (c *polynomial) Define(api frontend.API) error {
	api.AssertIsEqual(c.Y, api.Mul(c.X, c.X, api.Add(c.X, c.constant)))
	if c.commits {
		rangecheck.New(api).Check(c.X, 8)
	}
	return nil
}

func newPolynomial(constant int, commits bool) circuits.Example {
	return circuits.Example{
		Commitments: circuits.AnyCommitments,
		Circuit:     &polynomial{constant: constant, commits: commits},
		Assignment:  &polynomial{X: 3, Y: 9 * (3 + constant)},
	}
}

// damage is what befalls a key: in its file, which nobody checks, or in its points once it is read.
// Keys from files that are checked are among those of TestReadKey.
type damage struct {
	name             string
	points, attached bool
}

var damages = []damage{
	{name: "file"}, {name: "points", points: true},
	{name: "points, attached", points: true, attached: true},
}

// vectorsOf returns the places of a key's vectors, and of its single points, by their names.
func vectorsOf(pk groth16.ProvingKey) (names []string, vectors []reflect.Value) {
	key := reflect.ValueOf(pk).Elem()
	add := func(name string, v reflect.Value) {
		if v.Kind() != reflect.Slice || v.Len() > 0 {
			names, vectors = append(names, name), append(vectors, v)
		}
	}
	for _, group := range []string{"G1", "G2"} {
		points := key.FieldByName(group)
		for i := range points.NumField() {
			add(group+"."+points.Type().Field(i).Name, points.Field(i))
		}
	}
	add("InfinityA", key.FieldByName("InfinityA"))
	add("InfinityB", key.FieldByName("InfinityB"))
	for i := range key.FieldByName("CommitmentKeys").Len() {
		c := key.FieldByName("CommitmentKeys").Index(i)
		add("Basis", c.FieldByName("Basis"))
		add("BasisExpSigma", c.FieldByName("BasisExpSigma"))
	}
	return names, vectors
}

// drawn returns a place that is drawn over all vectors of a key, and others in the same vector.
func drawn(pk groth16.ProvingKey, draw *rand.Rand) (name string, place, another reflect.Value) {
	names, vectors := vectorsOf(pk)
	at := draw.IntN(len(vectors))
	v := vectors[at]
	if v.Kind() != reflect.Slice {
		return names[at], v, v
	}
	i, j := draw.IntN(v.Len()), draw.IntN(v.Len())
	return fmt.Sprintf("%s[%d]", names[at], i), v.Index(i), v.Index(j)
}

// change damages a drawn place of a key, and says which: it is swapped with another one, or a point
// is negated or doubled.
func change(pk groth16.ProvingKey, draw *rand.Rand) string {
	name, place, another := drawn(pk, draw)
	if place != another {
		kept := reflect.New(place.Type()).Elem()
		kept.Set(place)
		place.Set(another)
		another.Set(kept)
		return name + ", swapped"
	}
	if place.Kind() == reflect.Bool {
		place.SetBool(!place.Bool())
		return name
	}
	how := []string{"Neg", "Double"}[draw.IntN(2)]
	place.Addr().MethodByName(how).Call([]reflect.Value{place.Addr()})
	return name + ", " + how
}

// flip flips a bit of a drawn point in the file of a key. The lengths of vectors stay: gnark takes
// the memory that they ask for.
func flip(pk groth16.ProvingKey, file []byte, draw *rand.Rand) (string, []byte) {
	name, place, _ := drawn(pk, draw)
	for place.Kind() == reflect.Bool {
		name, place, _ = drawn(pk, draw)
	}
	array := place.Addr().MethodByName("RawBytes").Call(nil)[0]
	point := make([]byte, array.Len())
	reflect.Copy(reflect.ValueOf(point), array)
	at := bytes.Index(file, point) + draw.IntN(len(point))
	file = bytes.Clone(file)
	file[at] ^= 1 << draw.IntN(8)
	return name + ", a bit", file
}

// damaged returns a key that is damaged at one place, or nil if gnark does not read it. rest does
// what is left to do once the key is attached, and says which place it is.
func (d *damage) damaged(
	whole groth16.ProvingKey, file []byte, draw *rand.Rand,
) (pk groth16.ProvingKey, rest func() string) {
	pk = groth16.NewProvingKey(whole.CurveID())
	place := ""
	if !d.points {
		place, file = flip(whole, file, draw)
	}
	if _, err := pk.UnsafeReadFrom(bytes.NewReader(file)); err != nil {
		return nil, nil
	}
	if d.points && !d.attached {
		place = change(pk, draw)
	}
	return pk, func() string {
		if d.attached {
			place = change(pk, draw)
		}
		return d.name + ": " + place
	}
}

// campaign proves with keys that do not fit, in one of the ways that proofs are verified.
type campaign struct {
	name    string
	i       *testscheme.Instance
	another groth16.ProvingKey // of a circuit of the same shape
	options []backend.ProverOption
	trusts  bool // bases of commitments
}

func campaigns(t *testing.T, curve ecc.ID, commits bool) []*campaign {
	i := scheme.MakeOn(t, curve, newPolynomial(6, commits))
	another := scheme.MakeOn(t, curve, newPolynomial(5, commits)).PK
	return []*campaign{
		{name: "verifying key", i: i, another: another, options: withKey(i.VK)},
		{name: "keyless", i: i, another: another, trusts: commits},
	}
}

// prove makes a proof that must be right, or an error. The device must not be blamed.
func (c *campaign) prove(t *testing.T, pk groth16.ProvingKey, rest func() string) error {
	t.Helper()
	e := hookstest.Engine(t)
	defer e.Close()
	if err := accelerated.Attach(pk, accelerated.WithEngine(e)); err != nil {
		return err
	}
	defer func() { _ = accelerated.Release(pk) }()
	place, before := rest(), accel.Default().Statistics().GnarkProofs
	proof, err := accelerated.Prove(c.i.CCS, pk, c.i.Full, c.options...)
	// A key that was changed after it was attached is on the default engine, where gnark may make a
	// proof from end to end: it trusts its key.
	byGnark := accel.Default().Statistics().GnarkProofs > before && c.name != "verifying key"
	if err == nil && !byGnark && !(c.trusts && strings.Contains(place, "Basis")) {
		if wrong := groth16.Verify(proof, c.i.VK, c.i.Public); wrong != nil {
			t.Errorf("%s: a wrong proof has left: %v", place, wrong)
		}
	}
	use, why := e.Statistics(), e.Unavailable()
	if use.WrongProofs > 0 || errors.Is(why, accel.ErrInvalidResult) {
		t.Errorf("%s: the device was blamed: %v, %+v", place, why, use)
	}
	return err
}

func (c *campaign) run(t *testing.T, places int) {
	for range 2 { // a second witness costs a device that was blamed
		err := c.prove(t, c.i.PK, func() string { return "a whole key" })
		if err != nil {
			t.Errorf("a whole key: %v", err)
		}
		err = c.prove(t, c.another, func() string { return "another circuit's" })
		if !errors.Is(err, accelerated.ErrKeyMismatch) {
			t.Error("a proof with another circuit's key has left")
		}
	}
	var file bytes.Buffer
	if _, err := c.i.PK.WriteRawTo(&file); err != nil {
		t.Fatal(err)
	}
	for _, d := range damages {
		read, left := 0, 0
		for place := range places {
			pk, rest := d.damaged(c.i.PK, file.Bytes(), rand.New(rand.NewPCG(uint64(place), 1)))
			if pk == nil {
				continue
			}
			read++
			if c.prove(t, pk, rest) == nil {
				left++
			}
		}
		t.Logf("%s: of %d keys %d were read, and %d made right proofs", d.name, places, read, left)
	}
}

// TestKeysThatDoNotFit lets no wrong proof leave that was made with a damaged key, or with that of
// another circuit of the same shape. Nor does it cost the device. Whole keys prove.
func TestKeysThatDoNotFit(t *testing.T) {
	places := 4
	switch {
	case devicetest.Thorough(false):
		places = 200
	case testing.Short():
		places = 1
	}
	for _, curve := range curve.IDs() {
		for _, commits := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v/commits %t", curve, commits), func(t *testing.T) {
				devicetest.SkipRepeatedOfHost(t, curve == ecc.BN254)
				for _, c := range campaigns(t, curve, commits) {
					t.Run(c.name, func(t *testing.T) { c.run(t, places) })
				}
			})
		}
	}
}
