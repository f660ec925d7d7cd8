package verified

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/rs/zerolog"
)

var (
	errWrong    = errors.New("the pairing does not match")
	errMismatch = errors.New("the keys do not match")
	errDiffers  = errors.New("the solvers differ")
	errProver   = errors.New("a prover failed")
)

// ways are proofs that are right or wrong, and note down what is done.
type ways struct {
	first, again, last int // 1 for a right proof, 0 for a wrong one, -1 for an error
	differs            error
	onCPU, once        bool
	did                []string
}

func (w *ways) prove(name string, result int) (*int, error) {
	w.did = append(w.did, name)
	if result < 0 {
		return nil, errProver
	}
	return &result, nil
}

func (w *ways) proofs(strict bool, log io.Writer) *Proofs[*int] {
	p := &Proofs[*int]{
		Verify: func(proof *int) error {
			if *proof == 1 {
				return nil
			}
			return errWrong
		},
		Destroy: func(proof *int) {
			w.did = append(w.did, "destroy")
			*proof = -2
		},
		Again:  func() (*int, error) { return w.prove("again", w.again) },
		Last:   func() (*int, error) { return w.prove("last", w.last) },
		Solver: func() error { w.did = append(w.did, "solver"); return w.differs },
		Reload: func() error { w.did = append(w.did, "reload"); return nil },
		Engine: engine.New(nil, engine.ErrClosed, engine.Config{
			Strict: strict, Logger: func() zerolog.Logger { return zerolog.New(log) },
		}),
		ErrKeyMismatch: errMismatch,
	}
	if w.onCPU || w.once {
		p.Again = nil
	}
	if w.once {
		p.Last = nil
	}
	return p
}

// TestBranches goes through all that can follow a proof.
func TestBranches(t *testing.T) {
	for name, test := range map[string]struct {
		ways
		strict           bool
		want             error
		did              []string
		proofs, solution uint64 // that were wrong
		fault            string
	}{
		"right": {ways: ways{first: 1}},
		"right again": {
			ways: ways{again: 1}, did: []string{"destroy", "again"}, proofs: 1,
			fault: "device",
		},
		"wrong again, by the device": {
			ways: ways{last: 1}, proofs: 2, fault: "device",
			did: []string{"destroy", "again", "destroy", "last", "solver", "reload"},
		},
		"wrong again, by the solver": {
			ways: ways{last: 1, differs: errDiffers}, solution: 1, fault: "solver",
			did: []string{"destroy", "again", "destroy", "last", "solver"},
		},
		"wrong on the CPU": {
			ways: ways{last: 1, onCPU: true}, proofs: 1, fault: "unknown",
			did: []string{"destroy", "last", "solver"},
		},
		"wrong keys": {
			want: errMismatch,
			did:  []string{"destroy", "again", "destroy", "last", "destroy"},
		},
		"the second try fails": {
			ways: ways{again: -1}, want: errProver, did: []string{"destroy", "again"},
		},
		"no witness of the system, by the solver": {
			ways: ways{last: -1, differs: errDiffers}, want: errProver, solution: 1,
			fault: "solver",
			did:   []string{"destroy", "again", "destroy", "last", "solver"},
		},
		"strict": {
			ways: ways{again: 1}, strict: true, want: engine.ErrInvalidResult, proofs: 1,
			did: []string{"destroy", "again", "destroy"}, fault: "device",
		},
		"strict, wrong again": {
			ways: ways{last: 1}, strict: true, want: engine.ErrInvalidResult, proofs: 2,
			did:   []string{"destroy", "again", "destroy", "last", "solver", "reload", "destroy"},
			fault: "device",
		},
		"strict, wrong keys": {
			strict: true, want: errMismatch,
			did: []string{"destroy", "again", "destroy", "last", "destroy"},
		},
		"nothing proves again": {
			ways: ways{once: true}, want: errWithoutWitness, did: []string{"destroy", "reload"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := test.ways
			var log bytes.Buffer
			p, first := w.proofs(test.strict, &log), w.first
			proof, err := p.Proof(&first)
			if !errors.Is(err, test.want) || err == nil && *proof != 1 ||
				err != nil && proof != nil {
				t.Errorf("got %v, %v", proof, err)
			}
			if test.first != 1 && first != -2 {
				t.Error("the wrong proof was not destroyed")
			}
			if did := w.did; !slices.Equal(did, test.did) {
				t.Errorf("did %q", did)
			}
			blamed := strings.Contains(log.String(), `"fault":"`+test.fault)
			if blamed != (test.fault != "") {
				t.Errorf("blamed %s, logged %s", test.fault, &log)
			}
			s := p.Engine.Statistics()
			if s.WrongProofs != test.proofs || s.WrongSolutions != test.solution {
				t.Errorf("counted %+v", s)
			}
		})
	}
}
