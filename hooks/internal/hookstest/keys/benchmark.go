package keys

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
)

// variable names the environment variable with the logarithm of the constraints of [Benchmark].
const variable = "GNARK_ACCEL_KEYS_LOG"

// Benchmark makes and reads the keys of a MiMC chain over BN254 with gnark and with the hook in
// turn, on the default engine, and reports milliseconds.
func Benchmark[PK hookstest.ProvingKey, VK any, P hookstest.Proof](
	b *testing.B, s *hookstest.Scheme[PK, VK, P], setup Setup[PK, VK], newKey func(ecc.ID) PK,
	read Reading[PK],
) {
	const perLink = 660 // constraints
	log, err := strconv.Atoi(os.Getenv(variable))
	if err != nil {
		log = 12
	}
	i := s.Make(b, circuits.Chain("chain", (1<<log)/perLink))
	e := accel.Default()
	if _, _, err := setup(i.CCS, e); err != nil { // loads the kernels
		b.Fatal(err)
	}
	report := func(b *testing.B, gnark, ours func() error) {
		var took [2]time.Duration
		n := 0
		for b.Loop() {
			n++
			for k, step := range []func() error{gnark, ours} {
				start := time.Now()
				if err := step(); err != nil {
					b.Fatal(err)
				}
				took[k] += time.Since(start)
			}
		}
		for k, name := range []string{"ms/gnark", "ms/accelerated"} {
			b.ReportMetric(float64(took[k].Microseconds())/1000/float64(n), name)
		}
		b.ReportMetric(0, "ns/op") // both together: of no interest
	}
	b.Run(fmt.Sprintf("setup/2^%d", log), func(b *testing.B) {
		report(b, func() error { _, _, err := s.Setup(i.CCS); return err },
			func() error { _, _, err := setup(i.CCS, e); return err })
	})
	var compressed, raw bytes.Buffer
	if _, err := any(i.PK).(io.WriterTo).WriteTo(&compressed); err != nil {
		b.Fatal(err)
	}
	if _, err := i.PK.WriteRawTo(&raw); err != nil {
		b.Fatal(err)
	}
	for _, file := range []struct {
		name  string
		bytes []byte
	}{{"compressed", compressed.Bytes()}, {"raw", raw.Bytes()}} {
		b.Run(fmt.Sprintf("read %s/2^%d", file.name, log), func(b *testing.B) {
			report(b, func() error {
				key := any(newKey(ecc.BN254)).(io.ReaderFrom)
				_, err := key.ReadFrom(bytes.NewReader(file.bytes))
				return err
			}, func() error {
				_, err := read(bytes.NewReader(file.bytes), newKey(ecc.BN254), e)
				return err
			})
		})
	}
}
