// Package metrics has the counters of a worker, for Prometheus.
package metrics

import (
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
