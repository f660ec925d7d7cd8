package api

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// TestUnserved replies in JSON to unknown paths and methods.
func TestUnserved(t *testing.T) {
	s := serve(t)
	for _, c := range []struct {
		method, path string
		status       int
		body         string
	}{
		{"GET", "/v1/nothing", 404, `{"error":"no such path","code":"path"}`},
		{"GET", "/v2", 404, `"path"`},
		{"PUT", "/v1/jobs", 405, `{"error":"the path takes other methods: GET, HEAD, POST"`},
		{"POST", "/", 405, `"method"`},
	} {
		r, reply := httptest.NewRequest(c.method, c.path, nil), httptest.NewRecorder()
		s.ServeHTTP(reply, r)
		expect(t, reply, c.status, c.body)
		if kind := reply.Header().Get("Content-Type"); kind != "application/json" {
			t.Errorf("%s %s replies with %s", c.method, c.path, kind)
		}
	}
}

// TestMissing names a parameter, a field and a file that a request lacks.
func TestMissing(t *testing.T) {
	s := serve(t)
	e := s.addSquare(t, 0)
	expect(t, s.call(t, 0, "POST", "/v1/jobs", e.bytes(t, 3, 9)), 400,
		"the parameter circuit is missing")
	for _, name := range formFields[:2] {
		expect(t, s.add(t, 0, uploadOf(t, e.Example, name, "")), 400,
			"the field "+name+" is missing")
	}
	for _, name := range formFiles {
		u := uploadOf(t, e.Example)
		delete(u.files, name)
		expect(t, s.add(t, 0, u), 400, "the file "+name+" is missing")
	}
	for _, name := range formTruths {
		expect(t, s.add(t, 0, uploadOf(t, e.Example, name, "True")), 400,
			name+" is true or false")
	}
	for _, target := range []string{"deadline=soon", "deadline=1h30"} {
		expect(t, s.call(t, 0, "POST", "/v1/jobs?circuit=square&"+target, nil), 400,
			"neither a time, such as 2030-01-31T12:00:00Z, nor a duration, such as 10m")
	}
	full := e.bytes(t, 4, 16)
	for _, wait := range []string{"30", "-1s", "6m"} {
		expect(t, s.call(t, 0, "POST", "/v1/jobs?circuit=square&wait="+wait, full), 400, "30s")
	}
	expect(t, s.call(t, 0, "GET", "/v1/jobs", nil), 200, `{"jobs":[]}`) // no job of these
	expect(t, s.call(t, 0, "POST", "/v1/jobs?circuit=square&wait=1m&deadline=10m", full), 200, "")
}

// TestForm refuses a part that comes twice. An error of the form's folder is the service's own.
func TestForm(t *testing.T) {
	read := func(folder, name string) error {
		part := fmt.Sprintf("--b\r\nContent-Disposition: form-data; name=%q\r\n\r\nx\r\n", name)
		r := httptest.NewRequest("POST", "/", strings.NewReader(part+part))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		return (&call{Request: r}).readForm(&form{folder: folder, values: map[string]string{}})
	}
	for _, name := range []string{"curve", "system"} {
		err := read(t.TempDir(), name)
		if !errors.Is(err, client.ErrInvalid) || !strings.HasSuffix(err.Error(), "twice") {
			t.Errorf("%s: %v", name, err)
		}
	}
	err := read(filepath.Join(t.TempDir(), "gone"), "system")
	if !errors.Is(err, fs.ErrNotExist) || errors.Is(err, client.ErrInvalid) {
		t.Error(err)
	}
}

// TestNameFirst refuses a wrong name before the files that follow it are read.
func TestNameFirst(t *testing.T) {
	s := serve(t)
	for field, code := range map[string]string{"name": `"name"`, "nmae": `"request"`} {
		body := new(endless)
		begin := fmt.Sprintf("--b\r\n"+
			"Content-Disposition: form-data; name=%q\r\n\r\nNo Name\r\n--b\r\n"+
			"Content-Disposition: form-data; name=\"system\"; filename=\"a\"\r\n\r\n", field)
		r := httptest.NewRequest("POST", "/v1/circuits",
			io.MultiReader(strings.NewReader(begin), body))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		expect(t, s.send(t, s.bearer(0), r), 400, code)
		if body.read > 1<<16 {
			t.Errorf("%d bytes are read", body.read)
		}
	}
}

// TestNotReady says why the service is not ready.
func TestNotReady(t *testing.T) {
	var ready error
	c := Config{Ready: func() error { return ready }}
	s := serveWith(t, servicetest.Start(t, "a"), c)
	expect(t, s.call(t, 0, "GET", "/readyz", nil), 200, `{"ready":true}`)
	ready = errors.New("the disk is full")
	expect(t, s.call(t, 0, "GET", "/readyz", nil), 503, `"reason":"the disk is full"`)
}
