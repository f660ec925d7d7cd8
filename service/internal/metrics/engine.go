package metrics

import (
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

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
