package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/nats-io/nats.go/jetstream"
)

// TestOtherVersion adds circuits of a version of gnark that a worker alone has. The server asks it,
// and leaves nothing behind of a circuit that it refuses.
func TestOtherVersion(t *testing.T) {
	s := serve(t)
	const old = "0.13.0"
	u := uploadOf(t, servicetest.Groth16(t, &servicetest.Square{}))
	u.files["system"][16], u.files["system"][24] = 13, 0
	refused := ", and the workers have " + circuit.OwnVersion()
	expect(t, s.add(t, 0, u), 422, "by "+old+refused)

	var checks error
	queue := s.Queue(t, 0)
	stop, err := jobs.Answer(queue.Conn, "old", jobs.Answers{
		Describe: func() jobs.Worker {
			return jobs.Worker{ID: "old", Ability: circuit.Ability{GnarkVersion: old}}
		},
		Check: func(m *circuit.Manifest) error {
			for _, file := range queue.Files(t.Context(), m) {
				if _, err := servicetest.Read(file); err != nil {
					return err
				}
			}
			m.Constraints = 7
			return checks
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	var m circuit.Manifest
	reply := s.add(t, 0, u)
	if err := json.Unmarshal(reply.Body.Bytes(), &m); err != nil || m.GnarkVersion != old ||
		m.Constraints != 7 {
		t.Fatal(reply.Body, err)
	}
	expect(t, s.call(t, 0, "DELETE", "/v1/circuits/square", nil), 204, "")
	for status, err := range map[int]error{
		400: fmt.Errorf("%w: a wire", circuit.ErrMalformed), 503: errors.New("no memory"),
	} {
		checks = err
		expect(t, s.add(t, 0, u), status, err.Error())
		_, err := queue.Files(t.Context(), &m)[circuit.System].Open()
		if !errors.Is(err, jetstream.ErrObjectNotFound) {
			t.Errorf("a file after status %d: %v", status, err)
		}
	}
	u.fields["gnarkVersion"] = "0.14.1-0.1"
	expect(t, s.add(t, 0, u), 422, "by 0.14.1-0.1, and the workers have 0.13.0, ")
}
