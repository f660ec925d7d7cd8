package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/gnark-accel/gnark-accel/service/worker"
	"github.com/rs/zerolog"
)

// served is a service with a worker, and its handler.
type served struct {
	*servicetest.Service
	http.Handler
	*described
}

func serve(t *testing.T) *served {
	t.Helper()
	return serveWith(t, servicetest.Start(t, "a", "b"), Config{})
}

// serveWith is serve on a server, with settings.
func serveWith(t *testing.T, s *servicetest.Service, c Config) *served {
	t.Helper()
	c.WitnessLimit, c.CircuitLimit, c.Log = 1<<16, 1<<20, zerolog.Nop()
	c.Ready = func() bool { return true }
	c.Room = func(int64) error { return nil }
	if c.Serving == nil {
		c.Serving = t.Context()
	}
	var queues []*jobs.Queue
	for i, tenant := range s.Tenants() {
		queues = append(queues, s.Queue(t, i))
		c.Tenants = append(c.Tenants, Tenant{tenant.Name, tenant.Token, s.Queue(t, i)})
	}
	go worker.New(queues, worker.Config{}).Run(t.Context())
	handler, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	a := client.Of(queues[0])
	servicetest.Eventually(t, func() bool {
		workers, err := a.Workers(t.Context())
		return err == nil && len(workers) > 0
	})
	return &served{s, handler, describedAPI(t)}
}

// call sends a request with a tenant's token, and holds the reply to the description.
func (s *served) call(
	t *testing.T, tenant int, method, target string, body io.Reader, header ...string,
) *httptest.ResponseRecorder {
	t.Helper()
	return s.callWith(t, "Bearer "+s.Tenants()[tenant].Token, method, target, body, header...)
}

func (s *served) callWith(
	t *testing.T, authorisation, method, target string, body io.Reader, header ...string,
) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, target, body)
	request.Header.Set("Authorization", authorisation)
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	reply := httptest.NewRecorder()
	s.ServeHTTP(reply, request)
	s.check(t, method, request.URL.Path, reply)
	return reply
}

// form is the body of a request that adds a circuit, and the header with its type.
func form(t *testing.T, fields map[string]string, files map[string][]byte) (io.Reader, []string) {
	t.Helper()
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	for name, value := range fields {
		writer.WriteField(name, value)
	}
	for name, content := range files {
		file, err := writer.CreateFormFile(name, name)
		if err != nil {
			t.Fatal(err)
		}
		file.Write(content)
	}
	writer.Close()
	return &body, []string{"Content-Type", writer.FormDataContentType()}
}

// circuitForm returns the fields and files of a circuit.
func circuitForm(t *testing.T, e servicetest.Example) (map[string]string, map[string][]byte) {
	t.Helper()
	scheme, files, err := circuit.FilesOf(e.System, e.PK, e.VK)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{"scheme": string(scheme), "curve": "bn254", "name": "square"},
		map[string][]byte{
			"system": content(t, files.System), "provingKey": content(t, files.ProvingKey),
			"verifyingKey": content(t, files.VerifyingKey),
		}
}

func content(t *testing.T, file circuit.File) []byte {
	t.Helper()
	from, err := file.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	all, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (s *served) addSquare(t *testing.T, tenant int) servicetest.Example {
	t.Helper()
	e := servicetest.Groth16(t, &servicetest.Square{})
	if reply := s.add(t, tenant, e); reply.Code != 201 {
		t.Fatal(reply.Code, reply.Body)
	}
	return e
}

// add adds a circuit, with fields of the form in pairs that replace the usual ones.
func (s *served) add(
	t *testing.T, tenant int, e servicetest.Example, fields ...string,
) *httptest.ResponseRecorder {
	t.Helper()
	values, files := circuitForm(t, e)
	for i := 0; i+1 < len(fields); i += 2 {
		values[fields[i]] = fields[i+1]
	}
	body, header := form(t, values, files)
	return s.call(t, tenant, "POST", "/v1/circuits", body, header...)
}

// TestDescribed calls each operation of the description, and holds the replies to it.
func TestDescribed(t *testing.T) {
	s := serve(t)
	e := s.addSquare(t, 0)
	s.call(t, 0, "GET", "/v1/circuits", nil)
	s.call(t, 0, "GET", "/v1/circuits/square", nil)
	s.call(t, 0, "GET", "/healthz", nil)
	s.call(t, 0, "GET", "/readyz", nil)

	full := e.Bytes(t, &servicetest.Square{X: 3, Y: 9})
	reply := s.call(t, 0, "POST", "/v1/jobs?circuit=square&wait=30s", bytes.NewReader(full))
	var done jobs.Record
	if err := json.Unmarshal(reply.Body.Bytes(), &done); err != nil || done.State != jobs.Done {
		t.Fatalf("%s, %v", reply.Body, err)
	}
	if reply = s.call(t, 0, "GET", "/v1/jobs/"+done.ID, nil); reply.Code != 200 {
		t.Error(reply.Code, reply.Body)
	}
	reply = s.call(t, 0, "GET", "/v1/jobs/"+done.ID+"/proof", nil)
	if !bytes.Equal(reply.Body.Bytes(), done.Proof) {
		t.Error("the proof is another")
	}
	if reply = s.call(t, 0, "DELETE", "/v1/jobs/"+done.ID, nil); reply.Code != 409 {
		t.Error(reply.Code, reply.Body)
	}
	if reply = s.call(t, 1, "GET", "/v1/jobs/"+done.ID, nil); reply.Code != 404 {
		t.Errorf("tenant b reads a's job: %d, %s", reply.Code, reply.Body)
	}

	wrong := e.Bytes(t, &servicetest.Square{X: 3, Y: 8})
	reply = s.call(t, 0, "POST", "/v1/jobs?circuit=square&wait=30s", bytes.NewReader(wrong))
	if !strings.Contains(reply.Body.String(), `"cause":"witness"`) ||
		!strings.Contains(reply.Body.String(), "is not satisfied") {
		t.Errorf("a wrong witness: %s", reply.Body)
	}
	reply = s.call(t, 0, "GET", "/v1/overview", nil)
	if !strings.Contains(reply.Body.String(), done.ID) {
		t.Errorf("the overview lacks the job: %s", reply.Body)
	}
	if !strings.Contains(reply.Body.String(), `"square"`) {
		t.Errorf("the overview lacks the circuit's name: %s", reply.Body)
	}
	reply = s.call(t, 0, "DELETE", "/v1/circuits/square", nil)
	if reply.Code != 204 {
		t.Error(reply.Code, reply.Body)
	}
	if list := s.uncalled(); list != nil {
		t.Errorf("not called: %q", list)
	}
}

// TestPage serves the page without a token, and nothing of a tenant's with it.
func TestPage(t *testing.T) {
	s := serve(t)
	reply := httptest.NewRecorder()
	s.ServeHTTP(reply, httptest.NewRequest("GET", "/", nil))
	if reply.Code != 200 || !strings.Contains(reply.Body.String(), "v1/overview") {
		t.Error(reply.Code, reply.Body)
	}
	for _, token := range []string{"", "Bearer ", "Bearer " + s.Tenants()[0].Token + "x"} {
		if reply := s.callWith(t, token, "GET", "/v1/overview", nil); reply.Code != 401 {
			t.Errorf("the token %q: %d", token, reply.Code)
		}
	}
}

// malformed is a request that is to fail with this status and code.
type malformed struct {
	method, target string
	body           []byte
	header         []string
	token          string
	status         int
	code           string
}

// TestMalformed sends a thousand malformed requests, in short a hundred, and then a good one.
func TestMalformed(t *testing.T) {
	s := serve(t)
	e := s.addSquare(t, 0)
	full := e.Bytes(t, &servicetest.Square{X: 3, Y: 9})
	random := rand.New(rand.NewPCG(1, 2))
	token := "Bearer " + s.Tenants()[0].Token
	n := 1000
	if testing.Short() {
		n = 100
	}
	for i := range n {
		r := s.malformed(t, i, random, e, full)
		if r.token == "" {
			r.token = token
		}
		reply := s.callWith(t, r.token, r.method, r.target, bytes.NewReader(r.body), r.header...)
		var said problem
		if err := json.Unmarshal(reply.Body.Bytes(), &said); err != nil || said.Error == "" ||
			reply.Code != r.status || said.Code != r.code {
			t.Fatalf("request %d, %s %s with %d bytes: %d, %s; want %d, %s", i, r.method, r.target,
				len(r.body), reply.Code, reply.Body, r.status, r.code)
		}
	}
	reply := s.call(t, 0, "POST", "/v1/jobs?circuit=square&wait=30s", bytes.NewReader(full))
	if !strings.Contains(reply.Body.String(), `"state":"done"`) {
		t.Errorf("a good request after them: %s", reply.Body)
	}
}

// malformed returns a request of one of ten kinds.
func (s *served) malformed(
	t *testing.T, i int, random *rand.Rand, e servicetest.Example, full []byte,
) malformed {
	t.Helper()
	r := malformed{method: "POST", target: "/v1/jobs?circuit=square", status: 400, code: "witness"}
	switch i % 10 {
	case 0: // truncated
		r.body = full[:random.IntN(len(full))]
	case 1: // a header that says something else
		r.body = bytes.Clone(full)
		r.body[random.IntN(12)] ^= byte(1 + random.IntN(255))
	case 2: // too long for the circuit
		r.body = append(bytes.Clone(full), make([]byte, 1+random.IntN(100))...)
	case 3: // too long for the service
		r.body = make([]byte, 1<<16+1+random.IntN(1000))
		r.status, r.code = 413, "size"
	case 4: // a circuit that is not there
		r.target = fmt.Sprintf("/v1/jobs?circuit=%064x", random.Uint64())
		r.body, r.status, r.code = full, 404, "circuit"
	case 5: // a circuit of no possible name
		names := []string{"", "..", "*", "%3E", "a.b", "%00"}
		r.target = "/v1/jobs?circuit=" + names[random.IntN(len(names))]
		r.body, r.status, r.code = full, 404, "circuit"
	case 6: // a token that is not there
		r.body, r.status, r.code = full, 401, "token"
		r.token = fmt.Sprintf("Bearer %x", random.Uint64())
	case 7: // a parameter of no sense
		r.body, r.code = full, "request"
		r.target += []string{"&priority=urgent", "&deadline=tomorrow", "&again=maybe",
			"&deadline=2020-01-01T00:00:00Z", "&deadline=2999-01-01T00:00:00Z", "&wiat=30s",
			"&wait=%zz"}[random.IntN(7)]
	case 8: // a job that is not there
		r.method, r.status, r.code = "GET", 404, "job"
		r.target = "/v1/jobs/" + []string{"x", "*", strings.Repeat("0", 32), "a.b"}[random.IntN(4)]
	case 9: // a circuit with a damaged file, or without one
		fields, files := circuitForm(t, e)
		r.code = "circuit"
		name := []string{"system", "provingKey", "verifyingKey"}[random.IntN(3)]
		files[name] = files[name][:random.IntN(len(files[name]))]
		if random.IntN(4) == 0 {
			delete(files, name)
			r.code = "request"
		}
		body, header := form(t, fields, files)
		r.target, r.header = "/v1/circuits", header
		r.body, _ = io.ReadAll(body)
	}
	return r
}
