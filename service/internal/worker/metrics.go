package worker

import (
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

type metrics struct {
	Jobs    *prometheus.CounterVec // by circuit and outcome
	Tries   prometheus.Counter
	Wait    prometheus.Observer
	Load    prometheus.Observer
	Prove   *prometheus.HistogramVec // by circuit
	Running prometheus.Gauge
}

// newMetrics registers the metrics of a worker, of its cache and of its engine.
func newMetrics(registry prometheus.Registerer, c *cache, engine *accel.Engine) *metrics {
	auto := promauto.With(prometheus.WrapRegistererWithPrefix("gnark_prover_", registry))
	gauge := func(name, help string, of func() float64) {
		auto.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, of)
	}
	gauge("loaded_circuits", "Circuits in memory.",
		func() float64 { return float64(len(c.digests(nil))) })
	gauge("loaded_bytes", "Bytes of the files of circuits in memory.",
		func() float64 { return float64(c.bytes.Load()) })
	gauge("device_bytes", "Memory of the device in use.",
		func() float64 { return float64(engine.Statistics().DeviceBytes) })
	countEngine(auto, engine)
	histogram := func(name, help string, labels ...string) *prometheus.HistogramVec {
		return auto.NewHistogramVec(prometheus.HistogramOpts{
			Name: name, Help: help, Buckets: prometheus.ExponentialBuckets(0.001, 2, 20),
		}, labels)
	}
	return &metrics{
		Jobs: auto.NewCounterVec(prometheus.CounterOpts{
			Name: "jobs_total", Help: "Jobs that ended, by circuit and outcome.",
		}, []string{"circuit", "outcome"}),
		Tries: auto.NewCounter(prometheus.CounterOpts{
			Name: "returned_total", Help: "Runs that did not end their job.",
		}),
		Wait: histogram("wait_seconds", "Time from the submission of a job to its worker.").
			WithLabelValues(),
		Load:  histogram("load_seconds", "Time to load a circuit.").WithLabelValues(),
		Prove: histogram("prove_seconds", "Time to prove and verify.", "circuit"),
		Running: auto.NewGauge(prometheus.GaugeOpts{
			Name: "running", Help: "Jobs that are being proved now.",
		}),
	}
}

func countEngine(auto promauto.Factory, engine *accel.Engine) {
	counter := func(name, help string, of func(accel.Statistics) uint64) {
		auto.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help},
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
}
