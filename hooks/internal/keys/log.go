package keys

import (
	"io"
	"time"

	"github.com/consensys/gnark/logger"
)

// End gives back a proof's lease on a key.
func End(lease interface{ Release() error }) {
	log(lease.Release(), "freeing a proving key's device memory")
}

// Leave frees a proof's memory on the device.
func Leave(memory io.Closer) { log(memory.Close(), "freeing a proof's device memory") }

// LogReload logs that a key could not be loaded anew. The next proof tries again.
func LogReload(err error) { log(err, "loading a proving key anew") }

// LogCheck logs the part of a key that was checked, and the time since from.
func LogCheck(part string, from time.Time) {
	log := logger.Logger()
	log.Debug().Str("part", part).Dur("took", time.Since(from)).Msg("proving key checked")
}

func log(err error, doing string) {
	if err != nil {
		log := logger.Logger()
		log.Warn().Err(err).Msg(doing)
	}
}
