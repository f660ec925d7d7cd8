package results

import (
	"iter"
	"maps"
	"slices"
)

// units are the lines of units at the top of a file. Times are samples. A figure of a row is exact
// and has one value: how benchstat shows it.
const units = `Unit ns/op better=lower
Unit per-minute better=higher
Unit accumulate-of-limit better=higher
Unit whole-of-limit better=higher
Unit device-bytes assume=exact
Unit host-bytes assume=exact
Unit key-bytes assume=exact
Unit up-bytes assume=exact
Unit device-msms assume=exact
Unit cpu-msms assume=exact

`

// sorted are the entries of a map by their names.
func sorted[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			if !yield(name, m[name]) {
				return
			}
		}
	}
}
