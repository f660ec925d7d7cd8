package main

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestLicenses(t *testing.T) {
	for text, want := range map[string]string{
		"Copyright (c) 2024 A\n\nPermission is hereby granted,\nfree of charge":     "MIT",
		"Apache License\nVersion 2.0":                                               "Apache-2.0",
		"Copyright 2024 A\nRedistributions in binary form\n* Neither the name of A": "BSD-3-Clause",
		"Redistributions in binary form must":                                       "BSD-2-Clause",
		"All rights reserved.":                                                      "",
	} {
		got, err := licenseOf(text)
		if strings.Join(got.ids, " ") != want || errors.Is(err, errLicense) != (want == "") {
			t.Errorf("%q: %q, %v", text, got.ids, err)
		}
		if holder := strings.Contains(text, "Copyright"); holder != (len(got.copyright) == 1) {
			t.Errorf("%q: copyright %q", text, got.copyright)
		}
	}
}

func TestBill(t *testing.T) {
	l := linkedPart{part{"service", "service", nil}, []module{{
		Path: "example.com/A", Version: "v1.2.3", Sum: "h1:x",
		license: license{ids: []string{"MIT"}},
	}}}
	text, err := json.Marshal(billOf(l, "v0.1.0"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"bomFormat":"CycloneDX"`, `"purl":"pkg:golang/example.com/a@v1.2.3"`, `"id":"MIT"`,
		`"name":"github.com/gnark-accel/gnark-accel/service"`, `"value":"h1:x"`,
		`"dependsOn":["pkg:golang/example.com/a@v1.2.3"]`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the bill lacks %s:\n%s", want, text)
		}
	}
	if notice := string(noticeOf([]linkedPart{l})); !strings.Contains(notice,
		"service\n\n  example.com/A v1.2.3: MIT\n") {
		t.Errorf("the notice is\n%s", notice)
	}
}

func TestSameVersions(t *testing.T) {
	a := linkedPart{part{name: "a"}, []module{{Path: "m", Version: "v1.0.0"}}}
	b := linkedPart{part{name: "b"}, []module{{Path: "m", Version: "v1.1.0"}}}
	if err := sameVersions([]linkedPart{a, a}); err != nil {
		t.Error(err)
	}
	if err := sameVersions([]linkedPart{a, b}); err == nil {
		t.Error("two versions of one module are accepted")
	}
}
