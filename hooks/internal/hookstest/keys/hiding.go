package keys

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// Hostile changes a key so that its proofs would not hide the witness.
type Hostile struct {
	Name string
	// Change says whether there is such a key over the curve.
	Change func(pk reflect.Value, curve ecc.ID) bool
	// OfVectors is what a device finds, or the CPU if it is asked.
	OfVectors bool
}

// In returns a field of a key by its path.
func In(pk reflect.Value, path ...string) reflect.Value {
	for _, name := range path {
		pk = reflect.Indirect(pk).FieldByName(name)
	}
	return pk
}

// OffCurve doubles a point's Y.
func OffCurve(point reflect.Value) bool {
	y := point.FieldByName("Y").Addr()
	y.MethodByName("Double").Call([]reflect.Value{y})
	return true
}

// smallOrder has coordinates of points of order 2 or 3 in G1. BN254 has none.
var smallOrder = map[ecc.ID][2]uint64{
	ecc.BLS12_377: {0, 1}, ecc.BLS12_381: {0, 2}, ecc.BW6_761: {1, 0},
}

// OfSmallOrder makes a point one of small order, if the curve has any.
func OfSmallOrder(point reflect.Value, curve ecc.ID) bool {
	coordinates, ok := smallOrder[curve]
	for i, name := range []string{"X", "Y"} {
		point.FieldByName(name).Addr().MethodByName("SetUint64").Call(
			[]reflect.Value{reflect.ValueOf(coordinates[i])})
	}
	return ok
}

// ways are those in which a key reaches a program. Some refuse keys themselves.
var ways = []string{"in memory", "ReadKey", "ReadFrom", "UnsafeReadFrom"}

func (a *Attaching[PK, VK, P, O]) through(
	t *testing.T, way string, curve ecc.ID, pk PK,
) (to PK, err error) {
	t.Helper()
	to = a.New(curve)
	file := bytes.NewReader(raw(t, pk))
	switch way {
	case "ReadKey":
		_, err = a.ReadKey(file, to)
	case "ReadFrom":
		_, err = any(to).(io.ReaderFrom).ReadFrom(file)
	case "UnsafeReadFrom":
		_, err = to.UnsafeReadFrom(file)
	default:
		to = pk
	}
	return to, err
}

// Copy returns a key whose points and vectors can be changed.
func (a *Attaching[PK, VK, P, O]) Copy(t *testing.T, curve ecc.ID, pk PK) PK {
	t.Helper()
	to, err := a.through(t, "UnsafeReadFrom", curve, pk)
	devicetest.NoError(t, err)
	return to
}

// Refused: Attach and Prove refuse keys that do not hide the witness, on a device and without.
// Without one the options checked have the CPU look at vectors.
func (a *Attaching[PK, VK, P, O]) Refused(
	t *testing.T, hostiles []Hostile, proving func(VK) []backend.ProverOption, checked ...O,
) {
	for _, curve := range curve.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			devicetest.SkipRepeatedOfHost(t, curve == ecc.BN254)
			i := *a.MakeOn(t, curve, a.Named(t, "commitment to both"))
			e, whole := hookstest.Engine(t), i.PK
			with := []O{a.WithEngine(e), a.WithCircuit(i.CCS)}
			there := append(proving(i.VK), hookstest.On(e)) // Attach has left nothing there
			without := append(checked, a.WithCircuit(i.CCS),
				a.WithEngine(hookstest.Engine(t, accel.WithoutDevice())))
			for _, h := range hostiles {
				pk := a.Copy(t, curve, whole)
				if !h.Change(reflect.ValueOf(pk).Elem(), curve) {
					continue
				}
				for _, way := range ways {
					var err error
					if i.PK, err = a.through(t, way, curve, pk); err != nil {
						a.refusedEarly(t, h.Name+", "+way, curve, pk, err)
						continue
					}
					t.Run(h.Name+", "+way, func(t *testing.T) {
						// Prove does not ask the CPU to look at vectors.
						a.refusedByAttach(t, i.PK, without)
						if !h.OfVectors {
							a.WantError(t, &i, a.ErrUnsafeKey, proving(i.VK)...)
						}
						if !h.OfVectors || len(e.Devices()) > 0 {
							a.refusedByAttach(t, i.PK, with)
							a.WantError(t, &i, a.ErrUnsafeKey, there...)
						}
						devicetest.NoError(t, a.Release(i.PK))
					})
				}
			}
			if use := e.Statistics(); use.WrongProofs > 0 {
				t.Errorf("%d wrong proofs", use.WrongProofs)
			}
		})
	}
}

// refusedEarly expects gnark to refuse a key, or our ReadKey.
func (a *Attaching[PK, VK, P, O]) refusedEarly(
	t *testing.T, name string, curve ecc.ID, pk PK, err error,
) {
	t.Helper()
	_, gnarks := a.through(t, "ReadFrom", curve, pk)
	if gnarks == nil && !errors.Is(err, a.ErrUnsafeKey) {
		t.Errorf("%s: %v", name, err)
	}
}

func (a *Attaching[PK, VK, P, O]) refusedByAttach(t *testing.T, pk PK, opts []O) {
	t.Helper()
	if err := a.Attach(pk, opts...); !errors.Is(err, a.ErrUnsafeKey) {
		t.Errorf("Attach: %v", err)
	}
}
