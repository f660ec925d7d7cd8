package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// response is a reply of an operation, as far as the tests need it.
type response struct {
	Ref     string `json:"$ref"`
	Content map[string]any
}

// described holds replies to the description, and notes which operations were called.
type described struct {
	schemas  *jsonschema.Compiler
	patterns *http.ServeMux // of the operations
	mutex    sync.Mutex     // guards uncalled
	uncalled map[string]bool

	Paths      map[string]map[string]struct{ Responses map[string]response }
	Components struct{ Responses map[string]response }
}

func describedAPI(t *testing.T) *described {
	t.Helper()
	d := &described{
		schemas: jsonschema.NewCompiler(), patterns: http.NewServeMux(),
		uncalled: map[string]bool{},
	}
	if err := json.Unmarshal(description, d); err != nil {
		t.Fatal(err)
	}
	whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(description))
	if err == nil {
		err = d.schemas.AddResource("openapi.json", whole)
	}
	if err != nil {
		t.Fatal(err)
	}
	for path, operations := range d.Paths {
		for method := range operations {
			pattern := strings.ToUpper(method) + " " + path
			d.patterns.Handle(pattern, http.NotFoundHandler())
			d.uncalled[pattern] = true
		}
	}
	return d
}

// check holds a reply to the description of its operation.
func (d *described) check(t *testing.T, r *http.Request, reply *httptest.ResponseRecorder) {
	t.Helper()
	d.mutex.Lock()
	defer d.mutex.Unlock()
	_, pattern := d.patterns.Handler(r)
	delete(d.uncalled, pattern)
	_, path, _ := strings.Cut(pattern, " ")
	method, code := strings.ToLower(r.Method), fmt.Sprint(reply.Code)
	response, known := d.Paths[path][method].Responses[code]
	at := []string{"paths", path, method, "responses", code}
	if name, isRef := strings.CutPrefix(response.Ref, "#/components/responses/"); isRef {
		response, known = d.Components.Responses[name]
		at = []string{"components", "responses", name}
	}
	kind := reply.Header().Get("Content-Type")
	_, typed := response.Content[kind]
	if !known || typed != (reply.Body.Len() > 0) {
		t.Errorf("%s %s replies %s with %q, which is not described: %s", r.Method, r.URL, code,
			kind, reply.Body)
	} else if strings.HasSuffix(kind, "json") {
		at = append(at, "content", kind, "schema")
		if err := d.validate(at, reply.Body.Bytes()); err != nil {
			t.Errorf("%s %s, %s: %v", r.Method, r.URL, code, err)
		}
	}
}

// validate holds JSON to the schema at a place in the description.
func (d *described) validate(at []string, content []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		return err
	}
	place := "openapi.json#"
	for _, name := range at {
		place += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
	}
	schema, err := d.schemas.Compile(place)
	if err != nil {
		return err
	}
	return schema.Validate(value)
}
