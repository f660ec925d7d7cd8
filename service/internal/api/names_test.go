package api

import (
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// TestNames gives names to circuits, moves one, and removes names and circuits. Jobs by a name are
// for the circuit that it points at.
func TestNames(t *testing.T) {
	s := serve(t)
	one := s.addSquare(t, 0)
	two := square{servicetest.Groth16(t, &servicetest.Square{})} // with other keys
	for _, step := range []struct {
		e      square
		fields []string
		status int
		code   string // or a part of the circuit
	}{
		{two, []string{"name", "square"}, 409, `"name"`},
		{two, []string{"name", "../mm"}, 400, `"name"`},
		{two, []string{"name", "Mm"}, 400, `"name"`},
		{two, []string{"name", strings.Repeat("a", 65)}, 400, `"name"`},
		{two, []string{"name", strings.Repeat("a", 64)}, 400, `"name"`}, // it could be a digest
		{two, []string{"name", "<img src=x onerror=alert(1)>"}, 400, `"name"`},
		{two, []string{"name", strings.Repeat("x", 5000)}, 400, `"name"`},
		{two, []string{"nmae", "two"}, 400, `"request"`},
		{one, []string{"name", "second"}, 201, `"second","square"`},
		{one, []string{"name", "second"}, 201, `"second","square"`}, // again
		{one, []string{"name", ""}, 201, `"second","square"`},
		{two, []string{"name", "square", "replace", "true"}, 201, `["square"]`},
		{two, []string{"name", "a..b."}, 201, `["a..b.","square"]`},
		{two, []string{"name", strings.Repeat("z", 64)}, 201, strings.Repeat("z", 64)},
		{one, []string{"name", "third"}, 201, `"third"`},
	} {
		expect(t, s.add(t, 0, uploadOf(t, step.e.Example, step.fields...)), step.status, step.code)
	}
	full := two.bytes(t, 3, 9)
	second := s.prove(t, "second", full, jobs.Done).Circuit
	if s.prove(t, "square", full, jobs.Done).Circuit == second {
		t.Error("two names point at one circuit")
	}
	for _, removal := range []struct {
		named  string
		status int
	}{
		{"third", 204}, // the circuit keeps the other name
		{"third", 404}, {second, 204}, {"second", 404},
	} {
		reply := s.call(t, 0, "DELETE", "/v1/circuits/"+removal.named, nil)
		expect(t, reply, removal.status, "")
	}
	expect(t, s.call(t, 0, "POST", "/v1/jobs?circuit=second", full), 404, "")
	s.prove(t, "square", full, jobs.Done)
}

// TestRemoved refuses jobs of a circuit that another client has removed. It proves the circuit once
// it is added again.
func TestRemoved(t *testing.T) {
	s := serve(t)
	e := s.addSquare(t, 0)
	full := e.bytes(t, 3, 9)
	done := s.prove(t, "square", full, jobs.Done)
	other := (*client.Client)(s.Queue(t, 0).Handle())
	servicetest.Eventually(t, func() bool { // the worker may not have let go of the job
		return other.RemoveCircuit(t.Context(), "square") == nil
	})
	expect(t, s.call(t, 0, "POST", "/v1/jobs?circuit="+done.Circuit, full), 404, "")
	expect(t, s.call(t, 0, "GET", "/v1/jobs/"+done.ID+"/proof", nil), 200, "")
	expect(t, s.add(t, 0, uploadOf(t, e.Example)), 201, "")
	s.prove(t, "square", e.bytes(t, 4, 16), jobs.Done)
}
