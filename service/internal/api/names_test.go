package api

import (
	"bytes"
	"encoding/json"
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
	two := servicetest.Groth16(t, &servicetest.Square{}) // with other keys
	for _, step := range []struct {
		e      servicetest.Example
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
	} {
		reply := s.add(t, 0, step.e, step.fields...)
		if reply.Code != step.status || !strings.Contains(reply.Body.String(), step.code) {
			t.Errorf("%.60q: %d, %s", step.fields, reply.Code, reply.Body)
		}
	}
	full := two.Bytes(t, &servicetest.Square{X: 3, Y: 9})
	circuitOf := func(named string) string {
		t.Helper()
		reply := s.call(t, 0, "POST", "/v1/jobs?wait=30s&circuit="+named, bytes.NewReader(full))
		var job jobs.Record
		if err := json.Unmarshal(reply.Body.Bytes(), &job); err != nil || job.State != jobs.Done {
			t.Fatalf("%s: %s, %v", named, reply.Body, err)
		}
		return job.Circuit
	}
	if circuitOf("square") == circuitOf("second") {
		t.Error("two names point at one circuit")
	}
	remove := func(named string, status int) {
		t.Helper()
		if reply := s.call(t, 0, "DELETE", "/v1/circuits/"+named, nil); reply.Code != status {
			t.Errorf("%s: %d, %s", named, reply.Code, reply.Body)
		}
	}
	if reply := s.add(t, 0, one, "name", "third"); reply.Code != 201 {
		t.Fatal(reply.Body)
	}
	remove("third", 204) // the circuit keeps the other name
	remove("third", 404)
	remove(circuitOf("second"), 204)
	remove("second", 404)
	reply := s.call(t, 0, "POST", "/v1/jobs?circuit=second", bytes.NewReader(full))
	if reply.Code != 404 {
		t.Errorf("a job of a removed circuit: %d, %s", reply.Code, reply.Body)
	}
	circuitOf("square")
}

// TestRemoved refuses jobs of a circuit that another client has removed, and proves it once it is
// added again.
func TestRemoved(t *testing.T) {
	s := serve(t)
	e := s.addSquare(t, 0)
	full := e.Bytes(t, &servicetest.Square{X: 3, Y: 9})
	done := s.prove(t, full, jobs.Done)
	other := client.Of(s.Queue(t, 0))
	if err := other.RemoveCircuit(t.Context(), "square"); err != nil {
		t.Fatal(err)
	}
	reply := s.call(t, 0, "POST", "/v1/jobs?circuit="+done.Circuit, bytes.NewReader(full))
	if reply.Code != 404 {
		t.Errorf("a job of the removed circuit: %d, %s", reply.Code, reply.Body)
	}
	reply = s.call(t, 0, "GET", "/v1/jobs/"+done.ID+"/proof", nil)
	if reply.Code != 200 {
		t.Errorf("the proof is gone: %d, %s", reply.Code, reply.Body)
	}
	s.add(t, 0, e)
	s.prove(t, e.Bytes(t, &servicetest.Square{X: 4, Y: 16}), jobs.Done)
}
