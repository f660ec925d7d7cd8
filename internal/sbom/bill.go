package main

import (
	"bytes"
	"fmt"
	"strings"
)

// bill is a software bill of materials in CycloneDX 1.5, as far as this program fills it.
type bill struct {
	Format      string      `json:"bomFormat"`
	Spec        string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    metadata    `json:"metadata"`
	Components  []component `json:"components"`
	Dependences []links     `json:"dependencies"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string              `json:"type"`
	Ref        string              `json:"bom-ref"`
	Name       string              `json:"name"`
	Version    string              `json:"version"`
	URL        string              `json:"purl"`
	Copyright  string              `json:"copyright,omitempty"`
	Licenses   []licenseChoice     `json:"licenses"`
	Properties []map[string]string `json:"properties,omitempty"`
}

type licenseChoice struct {
	License struct {
		ID string `json:"id"`
	} `json:"license"`
}

type links struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

// billOf lists the modules that a part of some version links. What depends on what among them is
// not said: the part depends on all.
func billOf(l linkedPart, version string) bill {
	path := own
	if l.folder != "." {
		path += "/" + l.folder
	}
	self := componentOf(path, version, license{ids: []string{"Apache-2.0"}})
	self.Type = "application"
	if l.folder == "." {
		self.Type = "library"
	}
	b := bill{
		Format: "CycloneDX", Spec: "1.5", Version: 1, Metadata: metadata{self},
		Components: []component{}, Dependences: []links{{Ref: self.Ref, On: []string{}}},
	}
	for _, m := range l.modules {
		c := componentOf(m.Path, m.Version, m.license)
		c.Properties = []map[string]string{{"name": "go.sum", "value": m.Sum}}
		b.Components = append(b.Components, c)
		b.Dependences[0].On = append(b.Dependences[0].On, c.Ref)
	}
	return b
}

func componentOf(path, version string, of license) component {
	url := fmt.Sprintf("pkg:golang/%s@%s", strings.ToLower(path), version)
	c := component{
		Type: "library", Ref: url, Name: path, Version: version, URL: url,
		Copyright: strings.Join(of.copyright, "; "), Licenses: make([]licenseChoice, len(of.ids)),
	}
	for i, id := range of.ids {
		c.Licenses[i].License.ID = id
	}
	return c
}

// noticeOf is the text of NOTICE: whose work programs link, by part.
func noticeOf(linked []linkedPart) []byte {
	var b bytes.Buffer
	b.WriteString(`gnark-accel
Licensed under the Apache License, Version 2.0: see LICENSE.

Programs that use these modules link the modules of others below, with their licences by SPDX name,
and Go's standard library (BSD-3-Clause). The licences' texts are in the modules. "make notice"
writes this file.
`)
	for _, l := range linked {
		fmt.Fprintf(&b, "\n%s\n\n", l.name)
		for _, m := range l.modules {
			fmt.Fprintf(&b, "  %s %s: %s\n", m.Path, m.Version,
				strings.Join(m.license.ids, ", "))
			for _, line := range m.license.copyright {
				fmt.Fprintf(&b, "      %s\n", line)
			}
		}
	}
	return b.Bytes()
}
