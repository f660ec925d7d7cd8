package worker

import (
	"context"
	"errors"
	"time"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/rs/zerolog"
)

func (w *Worker) run(at *source, m jetstream.Msg, slot *token) {
	ctx, queue := at.tenant.working, at.tenant.queue
	run, err := queue.Take(ctx, w.about.ID, m)
	if err != nil {
		w.log.Warn().Err(err).Str("subject", m.Subject()).Msg("job not taken")
	}
	if run == nil {
		return
	}
	defer run.Stop()
	at.tenant.running.Store(run.ID, true)
	defer at.tenant.running.Delete(run.ID)
	w.metrics.Running.Inc()
	defer w.metrics.Running.Dec()

	log := w.log.With().Str("tenant", queue.Secrets.Name).Str("job", run.ID).
		Int("attempt", run.Attempt).Str("circuit", run.Circuit).Logger()
	log.Info().Int("tries", len(run.Tries)).Msg("job started")
	waiting, end := context.WithCancel(run.Context) // until the worker takes no more jobs
	defer end()
	defer context.AfterFunc(w.pulling, end)()
	if run.Suspect() {
		err = w.isolate(waiting, run, at, slot)
	}
	if err == nil {
		err = w.prove(waiting, run, at, slot)
		w.metrics.Wait.Observe(run.Times.Wait)
	}
	slot.end() // the rest waits for the server's disk
	if err == nil {
		w.metrics.Prove.WithLabelValues(at.circuit.Digest).Observe(run.Times.Prove)
		err = queue.Persist(ctx, func(ctx context.Context) error {
			return run.Done(ctx, run.Proof, run.Times)
		})
		if errors.Is(err, jobs.ErrEnded) && run.State == jobs.Done && run.Worker == w.about.ID {
			err = nil // a call before it has ended the job, and its answer was lost
		}
	}
	drains := w.pulling.Err() != nil && run.Context.Err() == nil
	switch {
	case err == nil:
		w.metrics.Jobs.WithLabelValues(at.circuit.Digest, "done").Inc()
		log.Info().Float64("wait", run.Times.Wait).Float64("load", run.Times.Load).
			Float64("prove", run.Times.Prove).Msg("job done")
	case errors.Is(err, errLeft):
		log.Info().Err(run.Leave(ctx)).Msg("job left until other tenants have none")
	case drains && run.Times.Prove == 0:
		log.Info().Err(run.Pass(ctx)).Msg("job left to another worker")
	default:
		w.endWithoutProof(ctx, log, run, at, err)
	}
}

var errLeft = errors.New("other tenants' jobs come first")

// isolate has a job wait until it is alone, if it has ended a worker. It returns errLeft where it
// has ended two, unless the tenant is the last already.
func (w *Worker) isolate(ctx context.Context, run *jobs.Run, at *source, slot *token) error {
	if run.Alone > 0 {
		now := time.Now()
		before := at.tenant.lastTill.Swap(now.Add(deadlyTime).Unix())
		if before < now.Unix() && w.shared() {
			return errLeft
		}
	}
	if err := slot.alone(ctx); err != nil {
		return err
	}
	return at.tenant.queue.Persist(ctx, run.BeginAlone)
}

// prove notes a verified proof of the job, and its times. It begins none once the context ends.
func (w *Worker) prove(ctx context.Context, run *jobs.Run, at *source, slot *token) error {
	began := time.Now()
	waited := began.Sub(run.Submitted)
	run.Times = jobs.Times{Wait: jobs.Seconds(waited)}
	w.loads.Add(1)
	// A step of the loading may take long, and the worker may stop.
	loaded, err := interrupt.Await(w.pulling, func() (*entry, error) {
		defer w.loads.Done()
		return w.cache.get(run.Context, at.tenant, at.circuit)
	})
	if err != nil {
		return err
	}
	defer w.cache.release(loaded)
	full, err := witnessOf(ctx, run, loaded.circuit)
	if err != nil {
		return err
	}
	defer loaded.circuit.ForgetWitness(full)
	ready := time.Now()
	run.Times.Load = jobs.Seconds(ready.Sub(began))
	if err := slot.acquire(ctx); err != nil {
		return err
	}
	proving := time.Now()
	run.Times.Wait = jobs.Seconds(waited + proving.Sub(ready))
	var hints []solver.Option
	if w.shared() {
		hints = at.tenant.children.Hints(run.Context)
	}
	w.proving.Add(1)
	run.Proof, err = loaded.circuit.Prove(run.Context, full, hints...)
	w.proving.Add(-1)
	took := time.Since(proving)
	slot.proved(took)
	run.Times.Prove = jobs.Seconds(took)
	return err
}

func witnessOf(ctx context.Context, run *jobs.Run, c *circuit.Circuit) (witness.Witness, error) {
	length, err := circuit.WitnessSize(&c.Manifest)
	if err != nil {
		return nil, err
	}
	pieces, err := run.Witness(ctx, length)
	defer jobs.ClearAll(pieces)
	if err != nil {
		return nil, err
	}
	return c.ReadWitness(pieces...)
}

func (w *Worker) endWithoutProof(
	ctx context.Context, log zerolog.Logger, run *jobs.Run, at *source, err error,
) {
	if run.Context.Err() != nil {
		err = context.Cause(run.Context)
	}
	failure := jobs.Failure{Reason: err.Error(), Details: circuit.Details(err)}
	switch {
	case errors.Is(err, jobs.ErrEnded):
		log.Info().Msg("job ended elsewhere")
		return
	case errors.Is(err, errSilent):
		log.Warn().Err(err).Msg("job left, it comes again")
		return
	case errors.Is(err, circuit.ErrUnsatisfied), errors.Is(err, circuit.ErrMalformedWitness),
		errors.Is(err, secrets.ErrSealed):
		failure.Cause = jobs.BadWitness
	case errors.Is(err, circuit.ErrHint):
		failure.Cause = jobs.BadHint
	case errors.Is(err, circuit.ErrMalformed), errors.Is(err, circuit.ErrDamaged):
		failure.Cause = jobs.BadCircuit
	case errors.Is(err, jobs.ErrDeadline):
		failure.Cause = jobs.PastDeadline
	default:
		log.Warn().Err(err).Msg("job given back")
		w.metrics.Tries.Inc()
		at.backOff.Store(time.Now().Add(backOffTime).UnixNano())
		if err := run.Return(ctx, err.Error()); err != nil {
			log.Warn().Err(err).Msg("job not given back, it comes again")
		}
		return
	}
	log.Warn().Str("cause", string(failure.Cause)).Str("reason", failure.Reason).Msg("job failed")
	w.metrics.Jobs.WithLabelValues(at.circuit.Digest, string(failure.Cause)).Inc()
	if err := at.tenant.queue.Persist(ctx, func(ctx context.Context) error {
		return run.Fail(ctx, failure)
	}); err != nil {
		log.Warn().Err(err).Msg("failure not stored, the job comes again")
	}
}
