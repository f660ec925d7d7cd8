package worker

import (
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// metrics are the counters of a worker, for Prometheus.
type metrics struct {
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

// newMetrics registers the metrics of a worker.
func newMetrics(registry prometheus.Registerer) *metrics {
	auto := promauto.With(registry)
	options := func(name, help string) prometheus.Opts {
		return prometheus.Opts{Name: "gnark_prover_" + name, Help: help}
	}
	gauge := func(name, help string) prometheus.Gauge {
		return auto.NewGauge(prometheus.GaugeOpts(options(name, help)))
	}
	histogram := func(name, help string) prometheus.HistogramOpts {
		name = "gnark_prover_" + name
		return prometheus.HistogramOpts{Name: name, Help: help, Buckets: seconds}
	}
	ended := options("jobs_total", "Jobs that ended, by circuit and outcome.")
	returned := options("returned_total", "Runs that did not end their job.")
	prove := histogram("prove_seconds", "Time to prove and verify.")
	wait := histogram("wait_seconds", "Time from the submission of a job to its worker.")
	return &metrics{
		Jobs: auto.NewCounterVec(
			prometheus.CounterOpts(ended), []string{"circuit", "outcome"}),
		Tries:   auto.NewCounter(prometheus.CounterOpts(returned)),
		Wait:    auto.NewHistogram(wait),
		Load:    auto.NewHistogram(histogram("load_seconds", "Time to load a circuit.")),
		Prove:   auto.NewHistogramVec(prove, []string{"circuit"}),
		Running: gauge("running", "Jobs that are being proved now."),
		Loaded:  gauge("loaded_circuits", "Circuits in memory."),
		Bytes:   gauge("loaded_bytes", "Bytes of the files of circuits in memory."),
	}
}

// registerEngine registers the statistics of an engine.
func registerEngine(registry prometheus.Registerer, engine *accel.Engine) {
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
