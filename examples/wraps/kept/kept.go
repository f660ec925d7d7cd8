// Package kept proves for programs that name a circuit and a key by their files.
//
// It keeps both between calls, on one engine a process. What is read again with the same content is
// known by its digest, also from other files. Errors are values, and so are panics of gnark's, but
// for those in goroutines of its own.
//
// Two variables of the environment set it: GNARK_WRAP_PREPARED names the prepared folder, which is
// otherwise "prepared" beside the key; with GNARK_WRAP_STRICT=1 proofs of any size go to a device,
// or are an error.
package kept

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
)

// ErrChanged is a file that was written while it was read.
var ErrChanged = errors.New("a file has changed while it was read")

// engine is the process's, for all keys.
var engine = sync.OnceValues(func() (*accel.Engine, error) {
	if os.Getenv("GNARK_WRAP_STRICT") == "1" {
		return accel.Open(accel.WithStrict(), accel.WithMinSize(1))
	}
	return accel.Open()
})

// preparedBeside returns the prepared folder for a key.
func preparedBeside(key string) string {
	return cmp.Or(os.Getenv("GNARK_WRAP_PREPARED"), filepath.Join(filepath.Dir(key), "prepared"))
}

// Files are the paths of a circuit, its proving key and its verifying key.
type Files [3]string

const circuit, key, verifyingKey = 0, 1, 2

// In returns files of a folder, by their names.
func In(folder, circuit, key, verifyingKey string) (files Files) {
	for i, name := range [3]string{circuit, key, verifyingKey} {
		files[i] = filepath.Join(folder, name)
	}
	return files
}

// prover proves with what files hold.
type prover[P any] func(witness.Witness) (P, error)

// shelf keeps what was read. A key that no files have any more is left to the garbage collector,
// with its memory of the device.
type shelf[P any] struct {
	load func(Files) (prover[P], error)
	mu   sync.Mutex // guards read
	read map[Files]entry[P]
}

type entry[P any] struct {
	stamp   string // sizes and times of the files
	digests [3]prepared.Digest
	prover  prover[P]
}

var (
	groth16s = shelf[groth16.Proof]{load: loadGroth16, read: map[Files]entry[groth16.Proof]{}}
	plonks   = shelf[plonk.Proof]{load: loadPLONK, read: map[Files]entry[plonk.Proof]{}}
)

func (s *shelf[P]) prove(files Files, w witness.Witness) (proof P, err error) {
	defer func() { err = errors.Join(err, Why(recover())) }()
	prover, err := s.take(files)
	if err != nil {
		return proof, err
	}
	return prover(w)
}

// take returns the prover of files. Where the stamp is another, the files are read for their
// digests, and loaded if no others have them.
func (s *shelf[P]) take(files Files) (prover[P], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stamp, err := files.stamp()
	if known := s.read[files]; err != nil || known.stamp == stamp {
		return known.prover, err
	}
	made := entry[P]{stamp: stamp}
	if made.digests, err = files.digests(); err != nil {
		return nil, err
	}
	for _, other := range s.read {
		if other.digests == made.digests {
			made.prover = other.prover
		}
	}
	if made.prover == nil {
		if made.prover, err = s.load(files); err != nil {
			return nil, err
		}
	}
	if now, err := files.stamp(); now != stamp {
		return nil, fmt.Errorf("%w: %s", errors.Join(ErrChanged, err), files[key])
	}
	s.read[files] = made
	return made.prover, nil
}

func (f Files) stamp() (all string, err error) {
	for _, path := range f {
		info, err := os.Stat(path)
		if err != nil {
			return "", err
		}
		all += fmt.Sprintln(info.Size(), info.ModTime().UnixNano())
	}
	return all, nil
}

func (f Files) digests() (all [3]prepared.Digest, err error) {
	for i, path := range f {
		err = cmp.Or(err, read(path, func(r *bounded) error {
			content, err := prepared.OfFile(r.file) // by all processors
			if err == nil {
				all[i] = content.Digest
			}
			return err
		}))
	}
	return all, err
}
