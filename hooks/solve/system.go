package solve

import (
	"bytes"
	"cmp"
	"io"
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
)

// ReadSystem reads a constraint system from gnark's file, as its ReadFrom does. All processors
// decode files, and other readers that seek. It returns the number of bytes. From the second time
// on a folder, unless it is "", has the system in a form that is read faster still: see
// WithPreparedFolder of hooks/groth16. With a folder the file is read to its end.
func ReadSystem(folder string, from io.Reader, ccs constraint.ConstraintSystem) (int64, error) {
	s, err := systemOf(ccs)
	if err != nil {
		return 0, err
	}
	if from == nil {
		return 0, ErrInvalidInput
	}
	in, err := prepared.Open(folder)
	if err != nil {
		return 0, err
	}
	sys := s.packed()
	if in == nil {
		return readFile(ccs, sys, from)
	}
	source, err := prepared.OfFile(from)
	if err != nil {
		return 0, err
	}
	kind := "system-" + curve.NameOf(ccs)
	if sys.Type == constraint.SystemSparseR1CS {
		kind += "-sparse"
	}
	k := new(keptSystem)
	if in.Load(kind, source.Digest, k, nil) {
		_, err := ccs.ReadFrom(bytes.NewReader(k.Rest))
		sys.Instructions, sys.CallData, sys.Levels = k.Instructions, k.CallData, k.levels()
		if k.Groth16 != nil {
			sys.CommitmentInfo = k.Groth16
		} else if k.PLONK != nil {
			sys.CommitmentInfo = k.PLONK
		}
		return k.Bytes, cmp.Or(err, source.Leave(k.Bytes))
	}
	n, err := readFile(ccs, sys, source)
	if err = cmp.Or(err, source.Leave(n)); err == nil {
		if k, err = keep(ccs, sys, n); err == nil {
			source.Save(in, kind, k)
		}
	}
	return n, err
}

type keptSystem struct {
	Rest                         []byte // gnark's file of all else
	Instructions                 []constraint.PackedInstruction
	CallData, LevelSizes, Levels []uint32
	Groth16                      constraint.Groth16Commitments
	PLONK                        constraint.PlonkCommitments
	Bytes                        int64 // of gnark's file
}

// keep returns a system in the form of folders. It empties parts of the system and restores them.
func keep(
	ccs constraint.ConstraintSystem, sys *constraint.System, n int64,
) (*keptSystem, error) {
	k := &keptSystem{
		Instructions: sys.Instructions, CallData: sys.CallData,
		LevelSizes: make([]uint32, len(sys.Levels)), Levels: slices.Concat(sys.Levels...), Bytes: n,
	}
	levels, commitments := sys.Levels, sys.CommitmentInfo
	for i, level := range levels {
		k.LevelSizes[i] = uint32(len(level))
	}
	k.Groth16, _ = commitments.(constraint.Groth16Commitments)
	k.PLONK, _ = commitments.(constraint.PlonkCommitments)
	var rest bytes.Buffer
	sys.Instructions, sys.CallData, sys.Levels = nil, nil, nil
	if k.Groth16 != nil || k.PLONK != nil {
		sys.CommitmentInfo = nil
	}
	_, err := ccs.WriteTo(&rest)
	sys.Instructions, sys.CallData, sys.Levels = k.Instructions, k.CallData, levels
	sys.CommitmentInfo = commitments
	k.Rest = rest.Bytes()
	return k, err
}

func (k *keptSystem) levels() [][]uint32 {
	all, rest := make([][]uint32, len(k.LevelSizes)), k.Levels
	for i, n := range k.LevelSizes {
		all[i], rest = rest[:n:n], rest[n:]
	}
	return all
}
