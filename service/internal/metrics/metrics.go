// Package metrics has the counters of a worker, for Prometheus.
package metrics

import (
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Worker has the metrics of a worker.
type Worker struct {
	Jobs    *prometheus.CounterVec // by circuit and outcome
	Tries   prometheus.Counter
	Wait    prometheus.Histogram
	Load    prometheus.Histogram
	Prove   *prometheus.HistogramVec // by circuit
	Running prometheus.Gauge
	Loaded  prometheus.Gauge
	Bytes   prometheus.Gauge
}

// seconds are the limits of the histograms, from milliseconds to minutes.
var seconds = prometheus.ExponentialBuckets(0.001, 2, 20)

// NewWorker registers the metrics of a worker.
func NewWorker(registry prometheus.Registerer) *Worker {
	auto := promauto.With(registry)
	histogram := func(name, help string) prometheus.HistogramOpts {
		return prometheus.HistogramOpts{Name: name, Help: help, Buckets: seconds}
	}
	return &Worker{
		Jobs: auto.NewCounterVec(prometheus.CounterOpts{
			Name: "gnark_prover_jobs_total", Help: "Jobs that ended, by circuit and outcome.",
		}, []string{"circuit", "outcome"}),
		Tries: auto.NewCounter(prometheus.CounterOpts{
			Name: "gnark_prover_returned_total", Help: "Runs that did not end their job.",
		}),
		Wait: auto.NewHistogram(histogram("gnark_prover_wait_seconds",
			"Time from the submission of a job to its worker.")),
		Load: auto.NewHistogram(histogram("gnark_prover_load_seconds",
			"Time to load a circuit.")),
		Prove: auto.NewHistogramVec(histogram("gnark_prover_prove_seconds",
			"Time to prove and verify."), []string{"circuit"}),
		Running: auto.NewGauge(prometheus.GaugeOpts{
			Name: "gnark_prover_running", Help: "Jobs that are being proved now.",
		}),
		Loaded: auto.NewGauge(prometheus.GaugeOpts{
			Name: "gnark_prover_loaded_circuits", Help: "Circuits in memory.",
		}),
		Bytes: auto.NewGauge(prometheus.GaugeOpts{
			Name: "gnark_prover_loaded_bytes", Help: "Bytes of the files of circuits in memory.",
		}),
	}
}

// RegisterEngine registers the statistics of an engine.
func RegisterEngine(registry prometheus.Registerer, engine *accel.Engine) {
	auto := promauto.With(registry)
	counter := func(name, help string, of func(accel.Statistics) uint64) {
		auto.NewCounterFunc(prometheus.CounterOpts{Name: "gnark_prover_" + name, Help: help},
			func() float64 { return float64(of(engine.Statistics())) })
	}
	counter("device_sums_total", "Multi-scalar multiplications on the device.",
		func(s accel.Statistics) uint64 { return s.DeviceMSMs })
	counter("cpu_failure_sums_total", "Multi-scalar multiplications on the CPU after a failure.",
		func(s accel.Statistics) uint64 { return s.CPUFailure })
	counter("device_failures_total", "Failures of the device.",
		func(s accel.Statistics) uint64 { return s.Failures })
	counter("wrong_proofs_total", "Proofs that did not verify, and were made again.",
		func(s accel.Statistics) uint64 { return s.WrongProofs + s.WrongSolutions })
	auto.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "gnark_prover_device_bytes", Help: "Memory of the device in use.",
	}, func() float64 { return float64(engine.Statistics().DeviceBytes) })
}
