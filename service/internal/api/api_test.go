package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
	"github.com/rs/zerolog"
)

func TestMain(m *testing.M) {
	untrusted.Main()
	os.Exit(m.Run())
}

// served is a service with a worker, and its handler.
type served struct {
	*servicetest.Service
	http.Handler
	*described

	drain func() // ends the worker
}

func serve(t *testing.T) *served {
	t.Helper()
	return serveWith(t, servicetest.Start(t, "a", "b"), Config{})
}

// serveWith is serve on a server, with settings.
func serveWith(t *testing.T, s *servicetest.Service, c Config) *served {
	t.Helper()
	c.WitnessLimit, c.CircuitLimit, c.Log = 1<<16, 1<<20, zerolog.Nop()
	c.Version = "v1.2.3, gnark v0.0.0"
	if c.Ready == nil {
		c.Ready = func() error { return nil }
	}
	if c.Room == nil {
		c.Room = func(int64) error { return nil }
	}
	if c.Serving == nil {
		c.Serving = t.Context()
	}
	var queues []*jobs.Queue
	c.Tenants = s.Tenants
	for i := range c.Tenants {
		queues = append(queues, s.Queue(t, i))
		c.Queues = append(c.Queues, s.Queue(t, i))
	}
	working, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		worker.New(queues, worker.Config{}).Run(working)
	}()
	handler, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	a := (*client.Client)(queues[0].Handle())
	servicetest.Eventually(t, func() bool {
		workers, err := a.Workers(t.Context())
		return err == nil && len(workers) > 0
	})
	return &served{s, handler, describedAPI(t), func() { stop(); <-ended }}
}

func (s *served) bearer(tenant int) string { return "Bearer " + s.Tenants[tenant].Token }

// call sends a request with a tenant's token, and holds the reply to the description.
func (s *served) call(
	t *testing.T, tenant int, method, target string, body []byte,
) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, target, bytes.NewReader(body))
	return s.send(t, s.bearer(tenant), r)
}

func (s *served) send(
	t *testing.T, authorisation string, r *http.Request,
) *httptest.ResponseRecorder {
	t.Helper()
	r.Header.Set("Authorization", authorisation)
	reply := httptest.NewRecorder()
	s.ServeHTTP(reply, r)
	s.check(t, r, reply)
	return reply
}

// expect fails unless a reply has a status, and a text in its body.
func expect(t *testing.T, reply *httptest.ResponseRecorder, status int, text string) {
	t.Helper()
	if reply.Code != status || !strings.Contains(reply.Body.String(), text) {
		t.Errorf("%d, %s; want %d, %s", reply.Code, reply.Body, status, text)
	}
}

// ended is the page's view of a job.
type ended struct {
	ID      string     `json:"id"`
	Circuit string     `json:"circuit"`
	Reason  string     `json:"reason"`
	State   jobs.State `json:"state"`
}

// prove submits a witness of the first tenant, and waits for the job's end. The job is to end in a
// state.
func (s *served) prove(t *testing.T, circuit string, full []byte, state jobs.State) (job ended) {
	t.Helper()
	reply := s.call(t, 0, "POST", "/v1/jobs?priority=high&wait=1m&circuit="+circuit, full)
	if err := json.Unmarshal(reply.Body.Bytes(), &job); err != nil || job.State != state {
		t.Fatalf("%s, %v", reply.Body, err)
	}
	return job
}

// upload is a form that adds a circuit.
type upload struct {
	fields map[string]string
	files  map[string][]byte
}

// uploadOf returns the form of a circuit. Fields in pairs replace the usual ones.
func uploadOf(t *testing.T, e servicetest.Example, fields ...string) upload {
	t.Helper()
	scheme, files := e.Files(t)
	u := upload{
		map[string]string{"scheme": string(scheme), "curve": "bn254", "name": "square"},
		map[string][]byte{},
	}
	for i := 0; i+1 < len(fields); i += 2 {
		u.fields[fields[i]] = fields[i+1]
	}
	var err error
	for name, file := range map[string]circuit.File{
		"system": files[0], "provingKey": files[1], "verifyingKey": files[2],
	} {
		if u.files[name], err = servicetest.Read(file); err != nil {
			t.Fatal(err)
		}
	}
	return u
}

func (u upload) request(t *testing.T) *http.Request {
	t.Helper()
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	for name, value := range u.fields {
		writer.WriteField(name, value)
	}
	for name, content := range u.files {
		file, err := writer.CreateFormFile(name, name)
		if err != nil {
			t.Fatal(err)
		}
		file.Write(content)
	}
	writer.Close()
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/v1/circuits", &body)
	r.Header.Set("Content-Type", writer.FormDataContentType())
	return r
}

func (s *served) add(t *testing.T, tenant int, u upload) *httptest.ResponseRecorder {
	t.Helper()
	return s.send(t, s.bearer(tenant), u.request(t))
}

// square is X² = Y with keys, and the bytes of a witness.
type square struct{ servicetest.Example }

func (e square) bytes(t *testing.T, x, y int) []byte {
	t.Helper()
	return e.Bytes(t, &servicetest.Square{X: x, Y: y})
}

// addSquare adds a circuit for a tenant, by the name "square".
func (s *served) addSquare(t *testing.T, tenant int) square {
	t.Helper()
	e := square{servicetest.Groth16(t, &servicetest.Square{})}
	expect(t, s.add(t, tenant, uploadOf(t, e.Example)), 201, "")
	return e
}

// TestDescribed calls each operation of the description, and holds the replies to it.
func TestDescribed(t *testing.T) {
	s := serve(t)
	e := s.addSquare(t, 0)
	for _, path := range []string{"/v1/circuits", "/v1/circuits/square", "/healthz", "/readyz"} {
		expect(t, s.call(t, 0, "GET", path, nil), 200, "")
	}
	reply := s.call(t, 0, "POST", "/v1/jobs?circuit=square&wait=30s", e.bytes(t, 3, 9))
	var done jobs.Record
	if err := json.Unmarshal(reply.Body.Bytes(), &done); err != nil || done.State != jobs.Done {
		t.Fatalf("%s, %v", reply.Body, err)
	}
	job := "/v1/jobs/" + done.ID
	expect(t, s.call(t, 0, "GET", job, nil), 200, "")
	expect(t, s.call(t, 0, "GET", job+"/proof", nil), 200, string(done.Proof))
	expect(t, s.call(t, 0, "DELETE", job, nil), 409, "")
	expect(t, s.call(t, 1, "GET", job, nil), 404, "") // another tenant
	expect(t, s.call(t, 0, "GET", "/v1/jobs?state=done", nil), 200, done.ID)

	reply = s.call(t, 0, "POST", "/v1/jobs?circuit=square&wait=30s", e.bytes(t, 3, 8))
	expect(t, reply, 200, `"cause":"witness"`)
	expect(t, reply, 200, "is not satisfied")
	reply = s.call(t, 0, "GET", "/v1/overview", nil)
	expect(t, reply, 200, done.ID)
	expect(t, reply, 200, `"square"`)
	expect(t, s.call(t, 0, "DELETE", "/v1/circuits/square", nil), 204, "")
	if len(s.uncalled) > 0 {
		t.Errorf("not called: %v", s.uncalled)
	}
}

// TestPage serves the page without a token, and nothing of a tenant's with it.
func TestPage(t *testing.T) {
	s := serve(t)
	reply := httptest.NewRecorder()
	s.ServeHTTP(reply, httptest.NewRequest("GET", "/", nil))
	expect(t, reply, 200, `call("overview")`)
	for _, token := range []string{"", "Bearer ", s.bearer(0) + "x"} {
		r := httptest.NewRequest("GET", "/v1/overview", nil)
		expect(t, s.send(t, token, r), 401, "")
	}
}

// TestMalformed sends a thousand malformed requests, in short a hundred, and then a good one.
func TestMalformed(t *testing.T) {
	s := serve(t)
	e := s.addSquare(t, 0)
	random := rand.New(rand.NewPCG(1, 2))
	n := 1000
	if testing.Short() {
		n = 100
	}
	for i := range n {
		r, token, status, code := malformed(t, i, random, e)
		if token == "" {
			token = s.bearer(0)
		}
		reply := s.send(t, token, r)
		var said program.Problem
		if err := json.Unmarshal(reply.Body.Bytes(), &said); err != nil || said.Error == "" ||
			reply.Code != status || said.Code != code {
			t.Fatalf("request %d, %s %s: %d, %s; want %d, %s", i, r.Method, r.URL, reply.Code,
				reply.Body, status, code)
		}
	}
	s.prove(t, "square", e.bytes(t, 3, 9), jobs.Done)
}

// malformed returns a request of one of ten kinds. It returns its token too, if that is special,
// and the status and the code with which it is to fail.
func malformed(t *testing.T, i int, random *rand.Rand, e square) (
	r *http.Request, token string, status int, code string,
) {
	t.Helper()
	body, method, target := e.bytes(t, 3, 9), "POST", "/v1/jobs?circuit=square"
	status, code = 400, "witness"
	choose := func(among ...string) string { return among[random.IntN(len(among))] }
	switch i % 10 {
	case 0: // truncated
		body = body[:random.IntN(len(body))]
	case 1: // a header that says something else
		body[random.IntN(12)] ^= byte(1 + random.IntN(255))
	case 2: // too long for the circuit
		body = append(body, make([]byte, 1+random.IntN(100))...)
	case 3: // too long for the service
		body = make([]byte, 1<<16+1+random.IntN(1000))
		status, code = 413, "size"
	case 4: // a circuit that is not there
		target = fmt.Sprintf("/v1/jobs?circuit=%064x", random.Uint64())
		status, code = 404, "circuit"
	case 5: // a circuit of no possible name
		target = "/v1/jobs?circuit=" + choose("..", "*", "%3E", "a.b", "%00")
		status, code = 404, "circuit"
	case 6: // a token that is not there
		status, code = 401, "token"
		token = fmt.Sprintf("Bearer %x", random.Uint64())
	case 7: // a parameter of no sense
		code = "request"
		target += choose("&priority=urgent", "&deadline=tomorrow", "&again=maybe",
			"&deadline=2020-01-01T00:00:00Z", "&deadline=2999-01-01T00:00:00Z", "&wiat=30s",
			"&wait=%zz", "&deadline=soon")
	case 8: // a job that is not there
		method, status, code = "GET", 404, "job"
		target = "/v1/jobs/" + choose("x", "*", strings.Repeat("0", 32), "a.b")
	case 9: // a circuit with a damaged file, or without one
		u, name := uploadOf(t, e.Example), choose("system", "provingKey", "verifyingKey")
		code = "circuit"
		u.files[name] = u.files[name][:random.IntN(len(u.files[name]))]
		if random.IntN(4) == 0 {
			delete(u.files, name)
			code = "request"
		}
		return u.request(t), "", status, code
	}
	return httptest.NewRequest(method, target, bytes.NewReader(body)), token, status, code
}
