package benchmarks

import (
	"errors"
	"runtime"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// proved is the measurements of one circuit in one size.
type proved struct {
	*proofs
	*one
	log     logbook.Book
	keys    proving.Keys
	options []backend.ProverOption
	// heapBefore is the bytes of system, witness and keys, before any prover's.
	heapBefore uint64
	engine     *accel.Engine
}

// rows measures on each number of devices and with each limit of memory.
func (p *proved) rows() error {
	logger.Set(p.log.Logger()) // gnark's lines tell of rounds
	defer logger.Disable()
	for _, devices := range p.Devices {
		for _, limit := range p.MemoryLimit {
			err := measure.With(p.Backend, func(e *accel.Engine) error {
				p.engine = e
				return p.onEngine(limit)
			}, proving.EngineOptions(limit, devices, p.MinSize)...)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// onEngine measures proofs alone, and a stream. The first time it makes the circuit, behind the
// engine, which may not be there.
func (p *proved) onEngine(limit uint64) (err error) {
	if p.Compiled == nil {
		if err := p.prepare(); err != nil {
			return err
		}
	}
	if err := p.run.Err(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.scheme.Release(p.keys)) }()
	row := p.row.With("memory", limit, 0).With("devices", max(1, len(p.engine.Devices())), 1)
	row.Machine = measure.Machine(p.engine)
	if err := p.first(row); err != nil {
		return err
	}
	stream := row.With("stream", p.Stream, 0)
	if err := p.measure(row, 0); err != nil || p.Stream == 0 {
		return err
	}
	return p.measure(stream, p.Stream)
}

// prepare compiles the circuit and makes its keys, on an engine of its own: the first proof finds
// nothing of it.
func (p *proved) prepare() error {
	compiling, err := measure.Time(func() error {
		return p.compile("prove", catalog.WithCommitments(p.Commitments))
	})
	if err != nil {
		return err
	}
	setup, err := measure.Time(func() error {
		return measure.With(p.Backend, func(e *accel.Engine) (err error) {
			p.keys, err = p.setup(e)
			return err
		})
	})
	if err != nil {
		return err
	}
	p.row = p.row.With("statistical-zk", p.StatisticalZK, false).
		With("commitments", p.Commitments, 0).
		With("keyless", p.Keyless, false).With("min-size", p.MinSize, 0)
	p.row.Figures["compile-ms"] = results.Milliseconds(compiling)
	p.row.Figures["setup-ms"] = results.Milliseconds(setup)
	if p.StatisticalZK {
		p.options = []backend.ProverOption{backend.WithStatisticalZeroKnowledge()}
	}
	runtime.GC()
	p.heapBefore = measure.Heap()
	return nil
}

// first loads the key and makes the first proof and the warm-up proofs. The last one, which is not
// verified, waits until gnark's solver beside them has found the first solution, too.
func (p *proved) first(row *results.Row) error {
	ours, bare := p.prover(0, p.scheme.Ours), p.prover(0, p.scheme.Ours, p.scheme.Unverified)
	keys := p.keys
	if p.Keyless {
		keys.Verifying = nil
	}
	peak, err := measure.PeakMemory(p.engine, func() error {
		load, err := measure.Time(func() error {
			return p.scheme.Attach(keys, proving.Loading{Engine: p.engine})
		})
		if err != nil {
			return err
		}
		took, err := ours.once()
		row.Figures["load-ms"] = results.Milliseconds(load)
		row.Figures["first-ms"] = results.Milliseconds(load + took)
		row.Figures["first-solve-ms"] = rounds(&p.log)[roundSolver]
		if err != nil {
			return err
		}
		if err = p.run.WarmUp(p.Warmup, ours.once); err != nil {
			return err
		}
		return p.run.WarmUp(1, bare.once)
	})
	row.Figures["device-bytes"] = float64(peak)
	row.Figures["key-bytes"] = float64(p.engine.Statistics().DeviceBytes)
	row.Figures["proofs"] = float64(ours.made + bare.made)
	return err
}

// measure makes proofs one by one, or in streams of some, one after the other. Fewer proofs of
// gnark's are spread among ours, and none among streams.
func (p *proved) measure(row *results.Row, stream int) error {
	ours, gnarks := p.prover(stream, p.scheme.Ours), p.prover(0, p.scheme.Gnarks)
	bare := p.prover(stream, p.scheme.Ours, p.scheme.Unverified)
	ours.heapBefore = p.heapBefore
	once, gnarkProofs := ours.once, 0
	if stream > 0 {
		ours.meter = measure.NewMeter(p.engine.Devices())
	} else {
		gnarkProofs = p.GnarkProofs
		once = func() (time.Duration, error) {
			took, err := ours.once()
			enterRounds(row, rounds(&p.log))
			return took, err
		}
	}
	before := p.engine.Statistics()
	err := p.run.InTurn(row, measure.Ours(p.Proofs, once),
		measure.Turn{Of: "unverified", Runs: p.Proofs, Once: bare.once},
		measure.Gnarks(gnarkProofs, gnarks.once))
	if err != nil {
		return err
	}
	gnarks.enter(row, "gnark-")
	ours.enter(row, "")
	row.Figures["proofs"] += float64(bare.made)
	enterUse(row, p.engine.Statistics(), before, uint64(ours.made+bare.made))
	return p.run.Keep(row)
}

// enterUse enters MSMs and bytes of a proof, from the statistics of n.
func enterUse(row *results.Row, after, before accel.Statistics, n uint64) {
	onCPU := after.CPUSmall + after.CPUNoDevice + after.CPUFailure -
		before.CPUSmall - before.CPUNoDevice - before.CPUFailure
	row.Figures["cpu-msms"] = float64(onCPU / n)
	row.Figures["device-msms"] = float64((after.DeviceMSMs - before.DeviceMSMs) / n)
	row.Figures["up-bytes"] = float64((after.BytesUp - before.BytesUp) / n)
}
