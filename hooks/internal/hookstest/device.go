package hookstest

import (
	"slices"
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// msms returns the number of MSMs of a proof, by the example.
func (s *Scheme[PK, VK, P]) msms() map[string]uint64 {
	return map[string]uint64{"cubic": s.MSMs, "several commitments": s.MSMs + s.Committing}
}

// ourSolver has this module's solver run, also for the first witness of a system.
func ourSolver() backend.ProverOption {
	return settings.Option(func(s *settings.Settings) error {
		s.Solver = append(s.Solver, solver.WithCheck(solver.CheckNever))
		return nil
	})
}

// SumsRunOnTheDevice makes sure that the other tests test the device. All MSMs go to it, over
// resident bases, and so do all computations with polynomials.
func (s *Scheme[PK, VK, P]) SumsRunOnTheDevice(t *testing.T) {
	for name, want := range s.msms() {
		t.Run(name, func(t *testing.T) {
			e := devicetest.Open(t, accel.WithPrecompute(accel.PrecomputeFactor(2)))
			i := s.Shared(t, name)
			empty := e.Statistics().DeviceBytes
			s.prepare(t, i, e)
			before := e.Statistics()
			if before.DeviceBytes <= empty {
				t.Error("attaching takes no memory")
			}
			s.Prove(t, i, ourSolver())
			after := e.Statistics()
			if done := after.DeviceMSMs - before.DeviceMSMs; done != want {
				t.Errorf("%d MSMs on the device, expected %d", done, want)
			}
			// Wires that the solver has before their turn go along with the wires that need them.
			done := after.DeviceComputations - before.DeviceComputations
			if done < s.Computations-1 || done > s.Computations || after.CPUComputations != 0 {
				t.Errorf("%d computations with polynomials on the device, %d on the CPU", done,
					after.CPUComputations)
			}
			if after.Failures != 0 || after.CPUFailure != 0 || after.SentMSMs != 0 {
				t.Errorf("failures, or bases that did not fit: %+v", after)
			}
		})
	}
}

// minMemory returns the lowest memory limit, in bytes, under which the device can prove. Not one of
// the key's vectors fits then.
func (s *Scheme[PK, VK, P]) minMemory(t *testing.T, i *Instance[PK, VK]) uint64 {
	t.Helper()
	devicetest.Require(t)
	return devicetest.MinMemory(t, func(limit uint64) error {
		e, err := accel.Open(devicetest.Options(
			devicetest.PlannedBuckets(), accel.WithStrict(), accel.WithMemoryLimit(limit))...)
		devicetest.NoError(t, err)
		attached := s.Attach(i.PK, e)
		devicetest.NoError(t, s.Release(i.PK), e.Close())
		return attached
	})
}

// limited are the options of an engine with little memory, whose windows the plan chooses. It is
// strict: everything has to fit.
func limited(memory uint64) []accel.Option {
	return []accel.Option{
		accel.WithMemoryLimit(memory), devicetest.PlannedBuckets(), accel.WithStrict(),
	}
}

// KeyLargerThanMemory proves with keys of which nothing fits the device, or one vector, or
// everything. All MSMs run there, and computations with polynomials too: memory was kept for them.
func (s *Scheme[PK, VK, P]) KeyLargerThanMemory(t *testing.T) {
	for name, msms := range s.msms() {
		i := s.Shared(t, name)
		least := s.minMemory(t, i)
		first, all := s.Sizes(i.PK)
		for fits, test := range map[string]struct{ limit, sent uint64 }{
			"nothing":    {least, msms},
			"one vector": {least + first, msms - s.OverFirst},
			// without multiples, which would take the room of others
			"everything": {least + all, 0},
		} {
			t.Run(name+", "+fits+" fits", func(t *testing.T) {
				book := new(logbook.Book)
				defer logger.Set(logger.Logger())
				logger.Set(book.Logger())
				e := devicetest.Open(t, limited(test.limit)...)
				s.prepare(t, i, e)
				before := e.Statistics()
				s.Prove(t, i, ourSolver())
				after := e.Statistics()
				device := after.DeviceMSMs - before.DeviceMSMs
				sent := after.SentMSMs - before.SentMSMs
				if device != msms || sent != test.sent {
					t.Errorf("%d MSMs on the device, %d with points sent, expected %d, %d", device,
						sent, msms, test.sent)
				}
				done := after.DeviceComputations - before.DeviceComputations
				left := after.CPUComputations - before.CPUComputations
				if done < s.Computations-s.Optional || left != 0 ||
					after.Failures != before.Failures {
					t.Errorf("%d computations with polynomials on the device, %d on the CPU: %+v",
						done, left, after)
				}
				if after.CPUSmall != 0 || after.CPUFailure != 0 || after.DeviceBytes > test.limit {
					t.Errorf("with %d bytes: %+v", test.limit, after)
				}
				lines := book.Entries("prover done")
				if len(lines) != 1 || lines[0]["acceleration"] != "cuda" {
					t.Errorf("logged: %v", lines)
				}
			})
		}
	}
}

// ProofsTakeTurns makes several proofs at once with memory for one: all of them on the device.
func (s *Scheme[PK, VK, P]) ProofsTakeTurns(t *testing.T) {
	i := s.Make(t, circuits.Powers("128 rows", 100))
	e := devicetest.Open(t, limited(s.minMemory(t, i))...)
	s.prepare(t, i, e)
	s.ProveAtOnce(t, i, 2)
	if use := e.Statistics(); use.Failures != 0 || use.CPUFailure != 0 {
		t.Errorf("some of it was left to the CPU: %+v", use)
	}
}

// wireBytes is the memory of a system's wires.
func wireBytes(ccs constraint.ConstraintSystem) uint64 {
	n := ccs.GetNbPublicVariables() + ccs.GetNbSecretVariables() + ccs.GetNbInternalVariables()
	return uint64(n * ((ccs.FieldBitLen() + 63) / 64) * 8)
}

// PlanIsKept compares plans with engines under several memory limits. It compares the memory that
// the key takes, and gives back, and the memory for its MSMs. It compares the memory in use after a
// proof, when the engine keeps vectors for the next one, and whether MSMs take points along. With
// plenty of memory a proof's vectors take the planned memory, to the byte. Wires that were sent
// while they were solved may be there as well.
func (s *Scheme[PK, VK, P]) PlanIsKept(t *testing.T) {
	i := s.Shared(t, "several commitments")
	least := s.minMemory(t, i)
	first, all := s.Sizes(i.PK)
	places, roomy := map[memory.Place]bool{}, 64*least
	for _, limit := range []uint64{least, least + first, least + all, least + 4*all, roomy} {
		opts := append(limited(limit), accel.WithMinSize(1),
			accel.WithPrecompute(accel.PrecomputeFactor(4)))
		plan, err := s.Plan(i.CCS, opts...)
		devicetest.NoError(t, err)
		e := devicetest.Open(t, opts...)
		before := e.Statistics()
		s.AttachFor(t, i.PK, e)
		attached := e.Statistics()
		var bases, sent uint64
		for _, b := range plan.Bases {
			bases += b.Bytes
			if b.Place == memory.Sent {
				sent++
			}
			places[b.Place] = true
		}
		devicetest.NoError(t, s.Release(i.PK))
		released := e.Statistics() // but for the room for MSMs, which stays
		if got := attached.DeviceBytes - released.DeviceBytes; got != bases {
			t.Errorf("within %d: %d bytes are loaded, planned are %d", limit, got, bases)
		}
		room := released.DeviceBytes - before.DeviceBytes
		if room > plan.Scratch() {
			t.Errorf("within %d: %d bytes are taken for MSMs, planned are %d", limit, room,
				plan.Scratch())
		}
		s.AttachFor(t, i.PK, e)
		s.Prove(t, i)
		proved := e.Statistics()
		ours := proved.DeviceBytes - before.DeviceBytes
		if ours < plan.Resident() || proved.DeviceBytes > limit ||
			limit == roomy && ours > plan.Total()+wireBytes(i.CCS) {
			t.Errorf("within %d: %d bytes are in use, planned are %d to %d", limit, ours,
				plan.Resident(), plan.Total())
		}
		vectors := proved.DeviceBytes - released.DeviceBytes - bases
		want := plan.Total() - bases - plan.Scratch()
		most := want + wireBytes(i.CCS) + plan.Scratch() - room // not all slots were in use
		if limit == roomy && (vectors < want || vectors > most) {
			t.Errorf("within %d: a proof's vectors take %d bytes, planned are %d", limit, vectors,
				want)
		}
		if (proved.SentMSMs > 0) != (sent > 0) || proved.CPUFailure > 0 || proved.Failures > 0 ||
			len(plan.Warnings) > 0 || plan.Total() > limit {
			t.Errorf("within %d: %+v, planned: %+v", limit, proved, plan)
		}
		devicetest.NoError(t, s.Release(i.PK))
	}
	if len(places) != 2 {
		t.Errorf("the plans have bases %v only", places)
	}
}

// CollectedLargeKey drops a key of which only one vector fitted the device. It expects neither
// the key nor a vector of it to stay.
func (s *Scheme[PK, VK, P]) CollectedLargeKey(t *testing.T) {
	i := s.Make(t, s.Named(t, "cubic"))
	first, _ := s.Sizes(i.PK)
	e := devicetest.Open(t, limited(s.minMemory(t, i)+first)...)
	s.CollectedKey(t, e)
	if use := e.Statistics(); use.SentMSMs == 0 || use.SentMSMs == use.DeviceMSMs {
		t.Errorf("not a key of which one vector fits: %+v", use)
	}
}

// SizesAreThoseOfKeys compares the vectors that plans assume with the vectors of real keys.
func (s *Scheme[PK, VK, P]) SizesAreThoseOfKeys(t *testing.T) {
	for _, example := range s.Examples {
		i := s.Shared(t, example.Name)
		plan, err := s.Plan(i.CCS, accel.WithMemoryLimit(1<<30), accel.WithMinSize(1))
		devicetest.NoError(t, err)
		var got []int
		for _, b := range plan.Bases {
			got = append(got, b.Points)
		}
		want := slices.DeleteFunc(s.Vectors(i.PK), func(points int) bool { return points == 0 })
		if !slices.Equal(got, want) {
			t.Errorf("%s: vectors of %v points, the key has %v", example.Name, got, want)
		}
	}
}
