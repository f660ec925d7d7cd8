package main

import (
	"bytes"
	_ "embed"
	"text/template"
)

const pageFile = "docs/versions.md"

//go:embed testdata/versions.md.txt
var pageText string

func (r results) page() ([]byte, error) {
	t, err := template.New("").Parse(pageText)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, r)
	return out.Bytes(), err
}
