package hostile

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/accel"
)

const (
	// maxBytes is more than any call allocates whose arguments fit each other.
	maxBytes = 256 << 20
	// maxTime is more than any call takes.
	maxTime = time.Minute
)

// arguments returns the values that each parameter of a function may have.
func (w *world) arguments(f reflect.Type) [][]func() any {
	all := make([][]func() any, f.NumIn())
	for i := range all {
		if all[i] = w.pools[f.In(i)]; len(all[i]) == 0 {
			w.t.Fatalf("no values of the type %v", f.In(i))
		}
	}
	return all
}

// call calls a function with the value of each parameter that chosen names. It fails the test for a
// panic, a call that takes memory or time, and a result that comes with an error.
func (w *world) call(name string, chosen []int) {
	f := reflect.ValueOf(functions[name])
	from := w.arguments(f.Type())
	in := make([]reflect.Value, len(from))
	for i, pool := range from {
		of := f.Type().In(i)
		in[i] = reflect.New(of).Elem()
		if v := pool[chosen[i]](); v != nil {
			in[i].Set(reflect.ValueOf(v))
		}
	}
	did := fmt.Sprintf("%s%v", name, chosen)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if r := recover(); r != nil {
				w.t.Errorf("%s panics: %v\n%s", did, r, debug.Stack())
			}
		}()
		if f.Type().IsVariadic() {
			w.results(did, f.CallSlice(in))
		} else {
			w.results(did, f.Call(in))
		}
	}()
	select {
	case <-done:
	case <-time.After(maxTime):
		stacks := make([]byte, 1<<20)
		w.t.Fatalf("%s takes more than %v\n%s", did, maxTime, stacks[:runtime.Stack(stacks, true)])
	}
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > maxBytes {
		w.t.Errorf("%s allocates %d bytes", did, bytes)
	}
}

// results checks the results of a call: no pointer comes with an error. It calls functions that are
// returned, and goes over sequences.
func (w *world) results(did string, out []reflect.Value) {
	if len(out) == 0 {
		return
	}
	w.keep(out)
	err, _ := out[len(out)-1].Interface().(error)
	for _, v := range out {
		switch option := v.Interface().(type) {
		case accel.Option:
			if e, err := accel.Open(option); err == nil {
				e.Close()
			}
			continue
		case backend.ProverOption:
			_ = option(&backend.ProverConfig{})
			continue
		}
		switch {
		case v.Kind() == reflect.Pointer && err != nil && !v.IsNil():
			w.t.Errorf("%s returns a %v with the error %v", did, v.Type(), err)
		case v.Kind() != reflect.Func || v.IsNil():
		case v.Type().CanSeq2():
			for _, err := range v.Seq2() {
				_ = err
			}
		case v.Type().NumIn() == 0:
			w.results(did, v.Call(nil))
		}
	}
}

// TestHostileArguments calls each function with each hostile value in the place of one argument.
// The others fit. It also calls it with nothing but zero values. No call panics.
func TestHostileArguments(t *testing.T) {
	for name, f := range functions {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			defer w.close()
			from := w.arguments(reflect.TypeOf(f))
			fits := make([]int, len(from))
			w.call(name, fits)
			for i := range from {
				for chosen := 1; chosen < len(from[i]) && !t.Failed(); chosen++ {
					one := append([]int(nil), fits...)
					one[i] = chosen
					w.call(name, one)
				}
			}
		})
	}
}
