package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// openAPI is the description, as far as the tests need it.
type openAPI struct {
	Paths      map[string]map[string]operation
	Components struct {
		Responses map[string]response
		Schemas   map[string]schema
	}
}

type operation struct{ Responses map[string]response }

type response struct {
	Ref     string `json:"$ref"`
	Content map[string]struct{ Schema schema }
}

// schema is a JSON schema.
type schema struct {
	Ref        string `json:"$ref"`
	Type       any
	Enum       []any
	Required   []string
	Properties map[string]schema
	Items      *schema
	// AdditionalProperties is false, or the schema of properties of any name.
	AdditionalProperties json.RawMessage
}

// property returns the schema of a property, if an object may have it.
func (s schema) property(name string) (property schema, known bool) {
	if property, known = s.Properties[name]; !known && s.AdditionalProperties != nil {
		known = json.Unmarshal(s.AdditionalProperties, &property) == nil
	}
	return property, known
}

// described holds replies to the description, and notes which operations were called.
type described struct {
	openAPI
	called map[string]bool
}

func describedAPI(t *testing.T) *described {
	t.Helper()
	d := &described{called: map[string]bool{}}
	if err := json.Unmarshal(description, &d.openAPI); err != nil {
		t.Fatal(err)
	}
	return d
}

// check holds a reply to the description of its operation.
func (d *described) check(t *testing.T, method, path string, reply *httptest.ResponseRecorder) {
	t.Helper()
	for template, operations := range d.Paths {
		parameter := regexp.MustCompile(`\{\w+\}`)
		pattern := "^" + parameter.ReplaceAllString(template, "[^/]+") + "$"
		op, found := operations[strings.ToLower(method)]
		if !found || !regexp.MustCompile(pattern).MatchString(path) {
			continue
		}
		d.called[method+" "+template] = true
		response, known := op.Responses[fmt.Sprint(reply.Code)]
		if name, isRef := strings.CutPrefix(response.Ref, "#/components/responses/"); isRef {
			response, known = d.Components.Responses[name]
		}
		if !known {
			t.Errorf("%s %s replies %d, which is not described: %s", method, path, reply.Code,
				reply.Body)
			return
		}
		if response.Content == nil && reply.Body.Len() == 0 {
			return
		}
		content, known := response.Content[reply.Header().Get("Content-Type")]
		if !known {
			t.Errorf("%s %s: the type %q is not described", method, path,
				reply.Header().Get("Content-Type"))
		} else if strings.HasSuffix(reply.Header().Get("Content-Type"), "json") {
			var value any
			if err := json.Unmarshal(reply.Body.Bytes(), &value); err != nil {
				t.Errorf("%s %s: %v", method, path, err)
			}
			for _, mistake := range d.mistakes(content.Schema, value, "") {
				t.Errorf("%s %s, %d: %s", method, path, reply.Code, mistake)
			}
		}
		return
	}
	t.Errorf("%s %s is not described", method, path)
}

// mistakes lists where a value is not as its schema says.
func (d *described) mistakes(s schema, value any, at string) (list []string) {
	if name, isRef := strings.CutPrefix(s.Ref, "#/components/schemas/"); isRef {
		return d.mistakes(d.Components.Schemas[name], value, at)
	}
	kind := "null"
	switch value := value.(type) {
	case map[string]any:
		kind = "object"
		for _, name := range s.Required {
			if _, there := value[name]; !there {
				list = append(list, at+"/"+name+" is missing")
			}
		}
		for name, inner := range value {
			property, known := s.property(name)
			if !known {
				list = append(list, at+"/"+name+" is not described")
			}
			list = append(list, d.mistakes(property, inner, at+"/"+name)...)
		}
	case []any:
		kind = "array"
		for i, inner := range value {
			if s.Items != nil {
				list = append(list, d.mistakes(*s.Items, inner, fmt.Sprint(at, "/", i))...)
			}
		}
	case string:
		kind = "string"
	case bool:
		kind = "boolean"
	case float64:
		kind = "number"
		if value == float64(int64(value)) && s.Type == "integer" {
			kind = "integer"
		}
	}
	allowed, several := s.Type.([]any)
	if s.Type != any(kind) && !(several && slices.Contains(allowed, any(kind))) {
		list = append(list, fmt.Sprintf("%s is of type %s, not %v", at, kind, s.Type))
	}
	if s.Enum != nil && !slices.Contains(s.Enum, value) {
		list = append(list, fmt.Sprintf("%s is %v, and there are %v", at, value, s.Enum))
	}
	return list
}

// uncalled lists the operations that no request has called.
func (d *described) uncalled() (list []string) {
	for path, operations := range d.Paths {
		for method := range maps.Keys(operations) {
			if name := strings.ToUpper(method) + " " + path; !d.called[name] {
				list = append(list, name)
			}
		}
	}
	return list
}
