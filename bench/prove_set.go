package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/prove"
	"github.com/gnark-accel/gnark-accel/bench/internal/suite"
)

// Proofs of a set of circuits in large sizes, unless flags say otherwise.
const (
	setProofs      = 3
	setGnarkProofs = 1
	setWarmup      = 2
)

// provedSet returns the proofs of a set. The flags for circuits, schemes and curves choose among
// them, that for constraints has them all in other sizes, and the rest are settings of each.
func provedSet(name string, f *flag.FlagSet, s prove.Settings) (all []measure.Series, err error) {
	if name != "real" {
		return nil, fmt.Errorf("%w: unknown set %q: there is real", errUsage, name)
	}
	given := map[string]string{}
	f.Visit(func(f *flag.Flag) { given[f.Name] = f.Value.String() })
	sizes := s.Constraints
	if given["proofs"] == "" {
		s.Proofs = setProofs
	}
	switch gnark := given["gnark-proofs"]; {
	case gnark == "":
		s.GnarkProofs = setGnarkProofs
	case strings.HasPrefix(gnark, "-"):
		s.GnarkProofs = s.Proofs
	}
	if given["warmup"] == "" {
		s.Warmup = setWarmup
	}
	chosen := suite.Real(s, func(one prove.Settings) bool {
		for name, is := range map[string]string{
			"circuit": one.Circuit, "scheme": one.Scheme, "curve": one.Curve,
		} {
			if list, ok := given[name]; ok && !slices.Contains(words(list), is) {
				return false
			}
		}
		return true
	})
	for _, one := range chosen {
		if _, ok := given["constraints"]; ok {
			one.Constraints = sizes
		}
		if err := one.Check(); err != nil {
			return nil, fmt.Errorf("%w: %w", errUsage, err)
		}
		all = append(all, &one)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: the set %s has no such proof", errUsage, name)
	}
	return all, nil
}
