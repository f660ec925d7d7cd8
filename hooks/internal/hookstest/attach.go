package hookstest

import (
	"bytes"
	"errors"
	"math/big"
	"reflect"
	"runtime"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// AttachedEngineIsUsed moves a key between two engines. Its first proof on each makes n more MSMs,
// where n is preparing.
func (s *Scheme[PK, VK, P]) AttachedEngineIsUsed(t *testing.T, preparing uint64) {
	first, second := Engine(t), Engine(t)
	i := s.Make(t, s.Named(t, "cubic"))
	proves := func(e *accel.Engine, want uint64) {
		t.Helper()
		before, idle := Count(e), Count(first)+Count(second)
		s.Prove(t, i)
		done := Count(e) - before
		if done != want {
			t.Errorf("%d MSMs on the engine, expected %d", done, want)
		}
		if Count(first)+Count(second) != idle+done {
			t.Error("the other engine was used")
		}
	}
	s.AttachFor(t, i.PK, first)
	proves(first, s.MSMs+preparing)
	if err := s.Attach(i.PK, nil); err != nil { // stays where it is
		t.Fatal(err)
	}
	proves(first, s.MSMs)
	s.AttachFor(t, i.PK, second)
	proves(second, s.MSMs+preparing)
}

// AttachedToClosed closes the engine that a key is attached to. The key cannot be attached there
// again, and moves to another engine.
func (s *Scheme[PK, VK, P]) AttachedToClosed(t *testing.T) {
	i, e := s.Make(t, s.Named(t, "cubic")), Engine(t)
	s.AttachFor(t, i.PK, e)
	devicetest.NoError(t, e.Close())
	for _, to := range []*accel.Engine{e, nil} {
		if err := s.Attach(i.PK, to); !errors.Is(err, accel.ErrClosed) {
			t.Errorf("got %v", err)
		}
	}
	s.AttachFor(t, i.PK, Engine(t))
	s.Prove(t, i)
}

// KeyReplaced reads other keys into the object that was attached. Keys of one size are decoded into
// the slices of the old one.
func (s *Scheme[PK, VK, P]) KeyReplaced(t *testing.T) {
	cubic := s.Named(t, "cubic")
	i, other := s.Make(t, cubic), s.Make(t, cubic)
	larger := s.Shared(t, "domain just filled")
	s.AttachFor(t, i.PK, Engine(t))
	for _, from := range []*Instance[PK, VK]{i, other, larger, other} {
		if from != i {
			key := bytes.NewReader(devicetest.Written(t, from.PK.WriteRawTo))
			_, err := i.PK.UnsafeReadFrom(key)
			devicetest.NoError(t, err)
		}
		proof, err := s.Accelerated(from.CCS, i.PK, from.Full)
		devicetest.NoError(t, err)
		s.WantVerified(t, from, proof)
	}
}

// SystemReplaced puts another circuit of the same shape, and its key, into the objects that proved.
func (s *Scheme[PK, VK, P]) SystemReplaced(t *testing.T) {
	i := s.Make(t, s.Named(t, "cubic"))
	other := s.Make(t, circuits.Example{
		Circuit: &circuits.Cubic{More: 2}, Assignment: &circuits.Cubic{X: 3, Y: 37},
	})
	s.AttachFor(t, i.PK, Engine(t))
	s.Prove(t, i)
	reflect.ValueOf(i.CCS).Elem().Set(reflect.ValueOf(other.CCS).Elem())
	// PLONK's points are the same.
	_, err := i.PK.UnsafeReadFrom(bytes.NewReader(devicetest.Written(t, other.PK.WriteRawTo)))
	devicetest.NoError(t, err)
	for range 2 { // by gnark's solver, and then by ours
		proof, err := s.Accelerated(i.CCS, i.PK, other.Full, s.Unverified())
		devicetest.NoError(t, err)
		s.WantVerified(t, other, proof)
	}
}

// VectorsReplaced replaces the vectors of a key by another key's, one after the other. They have
// the same lengths.
func (s *Scheme[PK, VK, P]) VectorsReplaced(t *testing.T, replacements func(to, from PK) []func()) {
	cubic := s.Named(t, "cubic")
	i, other := s.Make(t, cubic), s.Make(t, cubic)
	s.AttachFor(t, i.PK, Engine(t))
	for _, replace := range replacements(i.PK, other.PK) {
		replace()
		// This key fits nothing, but gnark's prover gives the expected proof.
		ours := s.Fixed(t, s.Accelerated, i, s.Unverified())
		if !bytes.Equal(s.Raw(t, ours), s.Raw(t, s.Fixed(t, s.Gnark, i))) {
			t.Error("the proof was made with the old vectors")
		}
	}
}

// ConcurrentAttach attaches, releases and proves with one key at the same time.
func (s *Scheme[PK, VK, P]) ConcurrentAttach(t *testing.T) {
	e := Engine(t)
	i := s.Make(t, s.Named(t, "cubic"))
	var users parallel.WaitGroup
	for j := range 24 {
		users.Go(func() {
			var err error
			switch j % 4 {
			case 0:
				err = s.Attach(i.PK, e)
			case 1:
				err = s.Release(i.PK)
			default:
				var proof P
				if proof, err = s.Accelerated(i.CCS, i.PK, i.Full); err == nil {
					s.WantVerified(t, i, proof)
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	users.Wait()
	devicetest.NoError(t, s.Release(i.PK))
}

// ReleaseWhileProving releases a key in the middle of a proof with it.
func (s *Scheme[PK, VK, P]) ReleaseWhileProving(t *testing.T) {
	e := Engine(t)
	i := s.Make(t, circuits.Hinted)
	s.prepare(t, i, e)
	// the first one takes memory while it solves
	s.Prove(t, i, halving(circuits.Halve))
	solving, released := make(chan struct{}), make(chan struct{})
	hint := func(field *big.Int, in, out []*big.Int) error {
		close(solving)
		<-released
		return circuits.Halve(field, in, out)
	}
	proved := make(chan error)
	go func() {
		proof, err := s.Accelerated(i.CCS, i.PK, i.Full, halving(hint))
		if err == nil {
			err = s.Verify(proof, i.VK, i.Public)
		}
		proved <- err
	}()
	<-solving
	attached, count := e.Statistics(), Count(e)
	devicetest.NoError(t, s.Release(i.PK))
	// More may have been taken meanwhile: wires go to the device while they are computed.
	if now := e.Statistics(); now.DeviceBytes < attached.DeviceBytes {
		t.Errorf("%d bytes on the device, %d after the release, with a proof under way",
			attached.DeviceBytes, now.DeviceBytes)
	}
	close(released)
	devicetest.NoError(t, <-proved)
	if done := Count(e) - count; done != s.MSMs {
		t.Errorf("%d MSMs on the engine after the release, expected all %d", done, s.MSMs)
	}

	// The next proof attaches the key again, to the default engine.
	before := Count(e)
	s.Prove(t, i, halving(circuits.Halve))
	if Count(e) != before {
		t.Error("a released key is still attached to its engine")
	}
	devicetest.NoError(t, s.Release(i.PK))
}

// PreparesBesideTheSolver expects a first proof to prepare the circuit while the solver runs. The
// preparation includes MSMs.
func (s *Scheme[PK, VK, P]) PreparesBesideTheSolver(t *testing.T, msms uint64) {
	e := Engine(t)
	i := s.Make(t, circuits.Hinted)
	s.AttachFor(t, i.PK, e)
	before := Count(e)
	s.Prove(t, i, halving(func(field *big.Int, in, out []*big.Int) error {
		eventually(t, "MSMs while the solver waits", func() bool { return Count(e) >= before+msms })
		return circuits.Halve(field, in, out)
	}))
}

// CollectedKey drops an attached key and expects its memory back. That includes the device's
// memory.
func (s *Scheme[PK, VK, P]) CollectedKey(t *testing.T, e *accel.Engine) {
	t.Helper()
	i := s.Make(t, s.Named(t, "cubic"))
	devicetest.NoError(t, s.Attach(i.PK, e))
	s.Prove(t, i)
	collected := s.Watch(i.PK)
	onDevice := e.Statistics().DeviceBytes
	if collected() {
		t.Error("collected while it is in use")
	}
	runtime.KeepAlive(i)
	eventually(t, "an attached key, and each vector of it, is collected", func() bool {
		runtime.GC()
		return collected()
	})
	eventually(t, "the device's memory is free again", func() bool {
		return onDevice == 0 || e.Statistics().DeviceBytes < onDevice
	})
}

// AttachWithCircuit prepares the circuit too, and refuses one that the key does not belong to. The
// first proof finds everything ready: it is solved by gnark's solver and compared, the second one
// by ours.
func (s *Scheme[PK, VK, P]) AttachWithCircuit(t *testing.T) {
	i, many := s.Make(t, s.Named(t, "cubic")), s.Shared(t, "several commitments")
	s.AttachFor(t, i.PK, Engine(t))
	for _, test := range []struct {
		name string
		ccs  constraint.ConstraintSystem
		want error
	}{
		{"none", nil, s.ErrInvalidInput},
		{"another circuit", many.CCS, s.ErrKeyMismatch},
		{"another curve", s.MakeOn(t, ecc.BLS12_381, s.Named(t, "cubic")).CCS, s.ErrKeyMismatch},
		{"its own", i.CCS, nil},
	} {
		if err := s.Prepare(i.PK, test.ccs); !errors.Is(err, test.want) {
			t.Errorf("%s: got %v", test.name, err)
		}
	}
	s.Prove(t, i)
	before, _ := own.Solved()
	s.Prove(t, i)
	if after, _ := own.Solved(); after != before+1 {
		t.Error("our solver does not solve the second witness")
	}
}
