package proof

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

// attempts are proofs that are right or wrong, and note down what is done.
type attempts struct {
	first, again, last int // 1 for a right proof, 0 for a wrong one, -1 for an error
	differs            error
	onCPU, once        bool
	uncompared         bool
	reloading          error
	did                []string
}

func (w *attempts) prove(name string, result int) (any, error) {
	w.did = append(w.did, name)
	if result < 0 {
		return nil, errProver
	}
	return &result, nil
}

func (w *attempts) proofs(strict bool, log io.Writer) *ways {
	p := &ways{
		verify: func(proof any) error {
			if *proof.(*int) == 1 {
				return nil
			}
			return errWrong
		},
		destroy: func(proof any) {
			w.did = append(w.did, "destroy")
			*proof.(*int) = -2
		},
		again:  func() (any, error) { return w.prove("again", w.again) },
		last:   func() (any, error) { return w.prove("last", w.last) },
		solver: func() error { w.did = append(w.did, "solver"); return w.differs },
		reload: func() error { w.did = append(w.did, "reload"); return w.reloading },
		engine: engine.New(nil, engine.ErrClosed, engine.Config{
			Strict: strict, Logger: func() zerolog.Logger { return zerolog.New(log) },
		}),
		errKeyMismatch: errMismatch, uncompared: w.uncompared,
	}
	if w.onCPU || w.once {
		p.again = nil
	}
	if w.once {
		p.last = nil
	}
	return p
}

// TestBranches goes through all that can follow a proof.
func TestBranches(t *testing.T) {
	for name, test := range map[string]struct {
		attempts
		strict           bool
		want             error
		did              []string
		proofs, solution uint64 // that were wrong
		fault            string
	}{
		"right": {attempts: attempts{first: 1}},
		"right again": {
			attempts: attempts{again: 1}, did: []string{"destroy", "again"}, proofs: 1,
			fault: "device",
		},
		"wrong again, by the device": {
			attempts: attempts{last: 1}, proofs: 2, fault: "device",
			did: []string{"destroy", "again", "destroy", "last", "solver", "reload"},
		},
		"wrong again, and not to be loaded anew": {
			attempts: attempts{last: 1, reloading: errProver}, proofs: 2, fault: "device",
			did: []string{"destroy", "again", "destroy", "last", "solver", "reload"},
		},
		"wrong again, by the solver": {
			attempts: attempts{last: 1, differs: errDiffers}, solution: 1, fault: "solver",
			did: []string{"destroy", "again", "destroy", "last", "solver"},
		},
		"wrong on the CPU": {
			attempts: attempts{last: 1, onCPU: true}, proofs: 1, fault: "unknown",
			did: []string{"destroy", "last", "solver"},
		},
		"wrong before a comparison, by the device": {
			attempts: attempts{last: 1, uncompared: true}, proofs: 1, fault: "device",
			did: []string{"destroy", "last", "solver", "reload"},
		},
		"wrong before a comparison, by the solver": {
			attempts: attempts{last: 1, uncompared: true, differs: errDiffers}, solution: 1,
			fault: "solver", did: []string{"destroy", "last", "solver"},
		},
		"wrong keys": {
			want: errMismatch,
			did:  []string{"destroy", "again", "destroy", "last", "destroy"},
		},
		"the second try fails": {
			attempts: attempts{again: -1}, want: errProver, did: []string{"destroy", "again"},
		},
		"no witness of the system, by the solver": {
			attempts: attempts{last: -1, differs: errDiffers}, want: errProver, solution: 1,
			fault: "solver",
			did:   []string{"destroy", "again", "destroy", "last", "solver"},
		},
		"strict": {
			attempts: attempts{again: 1}, strict: true, want: engine.ErrInvalidResult, proofs: 1,
			did: []string{"destroy", "again", "destroy"}, fault: "device",
		},
		"strict, wrong again": {
			attempts: attempts{last: 1}, strict: true, want: engine.ErrInvalidResult, proofs: 2,
			did:   []string{"destroy", "again", "destroy", "last", "solver", "reload", "destroy"},
			fault: "device",
		},
		"strict, wrong keys": {
			strict: true, want: errMismatch,
			did: []string{"destroy", "again", "destroy", "last", "destroy"},
		},
		"nothing proves again": {
			attempts: attempts{once: true}, want: errWithoutWitness,
			did: []string{"destroy", "reload"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := test.attempts
			var log bytes.Buffer
			p, first := w.proofs(test.strict, &log), w.first
			proof, err := p.proof(&first)
			if !errors.Is(err, test.want) || err == nil && *proof.(*int) != 1 ||
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
			s := p.engine.Statistics()
			if s.WrongProofs != test.proofs || s.WrongSolutions != test.solution {
				t.Errorf("counted %+v", s)
			}
		})
	}
}
