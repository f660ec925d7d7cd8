package program

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

// FromEnvironment sets flags, but some, from variables: GNARK_PROVER_SYNC_EVERY for -sync-every.
func FromEnvironment(flags *flag.FlagSet, except ...string) error {
	var errs error
	flags.VisitAll(func(f *flag.Flag) {
		if slices.Contains(except, f.Name) {
			return
		}
		name := "GNARK_PROVER_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		if value, set := os.LookupEnv(name); set {
			if err := f.Value.Set(value); err != nil {
				errs = errors.Join(errs, fmt.Errorf("the variable %s: %w", name, err))
			}
		}
	})
	return errs
}
