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
	"github.com/gnark-accel/gnark-accel/hooks/internal/groth16/testscheme"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/curves"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
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

// damage is what befalls a key: in its bytes, or in its points once it is read.
type damage struct {
	name string
	raw  bool // the form of its bytes
	read func(pk groth16.ProvingKey, from []byte) error
	// points has points changed, in memory.
	points, attached bool
}

func readChecked(pk groth16.ProvingKey, from []byte) error {
	_, err := pk.ReadFrom(bytes.NewReader(from))
	return err
}

func readUnchecked(pk groth16.ProvingKey, from []byte) error {
	_, err := pk.UnsafeReadFrom(bytes.NewReader(from))
	return err
}

var damages = []damage{
	{name: "compressed", read: readChecked},
	{name: "raw", raw: true, read: readChecked},
	{name: "raw, unchecked", raw: true, read: readUnchecked},
	{name: "points", raw: true, read: readUnchecked, points: true},
	{name: "points, attached", raw: true, read: readUnchecked, points: true, attached: true},
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

// change damages a place that is drawn over all vectors of a key, and says which.
func change(pk groth16.ProvingKey, draw *rand.Rand) (place string) {
	names, vectors := vectorsOf(pk)
	at := draw.IntN(len(vectors))
	v, place := vectors[at], names[at]
	if v.Kind() == reflect.Slice {
		i, j := draw.IntN(v.Len()), draw.IntN(v.Len())
		if place = fmt.Sprintf("%s[%d]", place, i); i != j {
			reflect.Swapper(v.Interface())(i, j)
			return fmt.Sprintf("%s, swapped with %d", place, j)
		}
		v = v.Index(i)
	}
	if v.Kind() == reflect.Bool {
		v.SetBool(!v.Bool())
		return place
	}
	how := []string{"Neg", "Double"}[draw.IntN(2)]
	v.Addr().MethodByName(how).Call([]reflect.Value{v.Addr()})
	return place + ", " + how
}

// bytesOf returns a key's bytes.
func bytesOf(t *testing.T, pk groth16.ProvingKey, raw bool) []byte {
	t.Helper()
	var to bytes.Buffer
	write := pk.WriteTo
	if raw {
		write = pk.WriteRawTo
	}
	if _, err := write(&to); err != nil {
		t.Fatal(err)
	}
	return to.Bytes()
}

// inDomain is the length of what a key begins with: its domain, which has no points.
const inDomain = 300

// damaged returns a key that is damaged at one place, or nil if gnark does not read it. rest does
// what is left to do once the key is attached, and says which place it is.
func (d *damage) damaged(
	curve ecc.ID, from []byte, draw *rand.Rand,
) (pk groth16.ProvingKey, rest func() string) {
	pk = groth16.NewProvingKey(curve)
	place := "its points"
	if !d.points {
		at := inDomain + draw.IntN(len(from)-inDomain)
		from = bytes.Clone(from)
		from[at] ^= 1 << draw.IntN(8)
		place = fmt.Sprintf("byte %d of %d", at, len(from))
	}
	if !reads(d.read, pk, from) {
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

// reads says whether a key can be read. gnark panics at some.
func reads(
	read func(groth16.ProvingKey, []byte) error, pk groth16.ProvingKey, from []byte,
) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return read(pk, from) == nil
}

// campaign proves with keys that do not fit, in one of the ways that proofs are verified.
type campaign struct {
	name    string
	curve   ecc.ID
	i       *testscheme.Instance
	another groth16.ProvingKey // of a circuit of the same shape
	options []backend.ProverOption
	whole   error // of whole keys
	trusts  bool  // bases of commitments
}

func campaigns(t *testing.T, curve ecc.ID, commits bool) []*campaign {
	i := scheme.MakeOn(t, curve, newPolynomial(6, commits))
	another := scheme.MakeOn(t, curve, newPolynomial(5, commits)).PK
	keyless := &campaign{name: "keyless", curve: curve, i: i, another: another}
	all := []*campaign{
		{name: "verifying key", curve: curve, i: i, another: another, options: withKey(i.VK)},
		keyless,
	}
	if commits {
		keyless.whole = accelerated.ErrNoVerifyingKey
		all = append(all, &campaign{
			name: "trusting", curve: curve, i: i, another: another, trusts: true,
			options: []backend.ProverOption{accelerated.WithTrustedKey()},
		})
	}
	return all
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
	place := rest()
	proof, err := accelerated.Prove(c.i.CCS, pk, c.i.Full, c.options...)
	if err == nil && !(c.trusts && strings.Contains(place, "Basis")) {
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
		if !errors.Is(err, c.whole) {
			t.Errorf("a whole key: got %v, expected %v", err, c.whole)
		}
		err = c.prove(t, c.another, func() string { return "another circuit's" })
		if err == nil {
			t.Error("a proof with another circuit's key has left")
		}
	}
	for _, d := range damages {
		if c.trusts && !d.points { // bytes do not say whether they are a basis
			continue
		}
		from, read, left := bytesOf(t, c.i.PK, d.raw), 0, 0
		for place := range places {
			pk, rest := d.damaged(c.curve, from, rand.New(rand.NewPCG(uint64(place), 1)))
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
	if devicetest.Thorough(false) {
		places = 200
	}
	for _, curve := range curves.IDs() {
		for _, commits := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v/commits %t", curve, commits), func(t *testing.T) {
				devicetest.SkipOfHost(t, curve == ecc.BN254)
				for _, c := range campaigns(t, curve, commits) {
					t.Run(c.name, func(t *testing.T) { c.run(t, places) })
				}
			})
		}
	}
}
