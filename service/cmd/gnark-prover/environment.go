package main

import (
	"flag"
	"os"
	"strings"
)

// fromEnvironment sets the defaults of flags from variables: GNARK_PROVER_SYNC_EVERY for
// -sync-every.
func fromEnvironment(flags *flag.FlagSet) error {
	var first error
	flags.VisitAll(func(f *flag.Flag) {
		name := "GNARK_PROVER_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		if value, set := os.LookupEnv(name); set {
			if err := f.Value.Set(value); err != nil && first == nil {
				first = err
			}
		}
	})
	return first
}
