package solve

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/consensys/gnark"
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
)

var empty = map[string]func(ecc.ID) constraint.ConstraintSystem{
	"r1cs": groth16.NewCS, "scs": plonk.NewCS,
}

// fileOf returns gnark's file of a small system.
func fileOf(t *testing.T, curve ecc.ID, builder string) []byte {
	t.Helper()
	c, err := solvertest.Compile(curve, "lookup", builder)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := c.System.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// withCallData returns a file with other call data: a count, and bytes.
func withCallData(file []byte, count uint64, data []byte) []byte {
	var h fileHead
	_, _ = binary.Decode(file, binary.LittleEndian, &h)
	begin := headBytes + h.Levels + h.Instructions
	before, behind := slices.Clone(file[:begin]), file[begin+h.CallData:]
	n := uint64(countBytes + len(data))
	binary.LittleEndian.PutUint64(before, h.Bytes-h.CallData+n)
	binary.LittleEndian.PutUint64(before[callDataAt:], n)
	return slices.Concat(binary.LittleEndian.AppendUint64(before, count), data, behind)
}

// wantEqual reads a file as gnark does. Others' bytes follow it, and stay.
func wantEqual(t *testing.T, newSystem func() constraint.ConstraintSystem, file []byte) {
	t.Helper()
	want, got := newSystem(), newSystem()
	wantN, wantErr := want.ReadFrom(bytes.NewReader(file))
	from := bytes.NewReader(append(slices.Clone(file), "rest"...))
	n, err := ReadSystem("", from, got)
	if n != wantN || (err == nil) != (wantErr == nil) {
		t.Fatalf("%d bytes, %v; gnark %d, %v", n, err, wantN, wantErr)
	}
	if err != nil {
		return
	}
	if from.Len() != len("rest") {
		t.Errorf("%d bytes are left", from.Len())
	}
	var written, again bytes.Buffer
	_, _ = want.WriteTo(&written)
	if _, err := got.WriteTo(&again); err != nil || !bytes.Equal(again.Bytes(), written.Bytes()) {
		t.Errorf("another system, %v", err)
	}
}

// buffered has a byte ready, and more behind it.
type buffered struct{ io.Reader }

func (buffered) Len() int { return 1 }

func TestReadSystem(t *testing.T) {
	if gnark.Version.Minor > lastMinor {
		t.Errorf("is the form of files of gnark %s that of v0.%d?", gnark.Version, lastMinor)
	}
	for _, id := range curve.IDs() {
		for builder, newSystem := range empty {
			file := fileOf(t, id, builder)
			fresh := func() constraint.ConstraintSystem { return newSystem(id) }
			wantEqual(t, fresh, file)
			for _, n := range []int{0, 10, headBytes, headBytes + 1, len(file) / 2, len(file) - 1} {
				for _, from := range []io.Reader{
					bytes.NewReader(file[:n]), io.MultiReader(bytes.NewReader(file[:n])),
				} {
					if _, err := ReadSystem("", from, fresh()); err == nil {
						t.Errorf("%s, %s: %d of %d bytes are enough", id, builder, n, len(file))
					}
				}
			}
			n, err := ReadSystem("", buffered{bytes.NewReader(file)}, fresh())
			if err != nil || n != int64(len(file)) {
				t.Errorf("of a reader that buffers: %d of %d bytes, %v", n, len(file), err)
			}
			huge := slices.Clone(file)
			huge[7] = 0xff
			if _, err := ReadSystem("", bytes.NewReader(huge), fresh()); err == nil {
				t.Error("a file is as long as memory")
			}
			later := slices.Clone(file)
			later[2*8] = lastMinor + 1
			wantEqual(t, fresh, later)
		}
	}
}

// TestReadCallData has chunks begin in numbers, numbers that are too long, too few and too many.
func TestReadCallData(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 7))
	file := fileOf(t, ecc.BN254, "r1cs")
	fresh := func() constraint.ConstraintSystem { return groth16.NewCS(ecc.BN254) }
	for _, n := range []uint64{0, 1, 100, 3000, 60_000} {
		for bits := 1; bits <= 64; bits += 7 {
			var data []byte
			for range n {
				data = binary.AppendUvarint(data, random.Uint64()>>random.IntN(bits)>>(64-bits))
			}
			wantEqual(t, fresh, withCallData(file, n, data))
			wantEqual(t, fresh, withCallData(file, n+1, data))
			wantEqual(t, fresh, withCallData(file, n, append(data, 0x80, 3, 0xff)))
			wantEqual(t, fresh, withCallData(file, n+1, append(data, 0x80)))
			if n > 0 {
				wantEqual(t, fresh, withCallData(file, n/2, data))
				at, long := random.IntN(len(data)), bytes.Repeat([]byte{0xff}, 11)
				wantEqual(t, fresh, withCallData(file, n, slices.Insert(data, at, long...)))
			}
		}
	}
}
