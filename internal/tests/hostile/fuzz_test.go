package hostile

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// maxCalls bounds the calls of a sequence.
const maxCalls = 6

// FuzzCalls makes sequences of calls. The first byte of a call chooses the function, and one for
// each parameter its value. The results of a call are among the values of later ones.
func FuzzCalls(f *testing.F) {
	names := slices.Sorted(maps.Keys(functions))
	var seeds [][]byte
	for i := range names {
		seeds = append(seeds,
			[]byte{byte(i), 0, 0, 0, 0, 0, byte(i), 1, 1, 1, 1, byte(i + 1), 2, 2, 2, 2})
		if i%4 == 0 || !testing.Short() {
			f.Add(seeds[i])
		}
	}
	sample.AddMutations(f, seeds)
	f.Add([]byte("\x02\xff\xff\xed")) // a value made once, of an engine that is closed by then
	f.Fuzz(func(t *testing.T, data []byte) {
		w := newWorld(t)
		w.sequence = true
		defer w.close()
		next := func(below int) (n int) {
			if len(data) > 0 {
				n, data = int(data[0])%below, data[1:]
			}
			return n
		}
		for calls := 0; calls < maxCalls && len(data) > 0 && !t.Failed(); calls++ {
			name := names[next(len(names))]
			var chosen []int
			for _, pool := range w.arguments(reflect.TypeOf(functions[name])) {
				chosen = append(chosen, next(len(pool)))
			}
			w.call(name, chosen)
		}
	})
}

// keep makes results values for later calls. The default engine is not one: all tests share it.
func (w *world) keep(out []reflect.Value) {
	for _, v := range out {
		pool, known := w.pools[v.Type()]
		if known && v.Kind() == reflect.Pointer && !v.IsNil() &&
			v.Interface() != any(accel.Default()) {
			w.pools[v.Type()] = append(pool, func() any { return v.Interface() })
		}
	}
}
