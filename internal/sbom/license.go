package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// license is what a module's files say about its licence.
type license struct {
	ids       []string // of SPDX; parts of some modules have licences of their own
	copyright []string // lines of the licence's file
}

// errLicense: a module's licence is not one that this program knows.
var errLicense = errors.New("unknown licence")

// licenses are phrases that only one licence has. A longer BSD licence has those of a shorter one.
var licenses = []struct{ phrase, id string }{
	{"Mozilla Public License", "MPL-2.0"},
	{"Neither the name of", "BSD-3-Clause"},
	{"names of its contributors", "BSD-3-Clause"},
	{"Redistributions in binary form", "BSD-2-Clause"},
	{"Permission is hereby granted, free of charge", "MIT"},
	{"Permission to use, copy, modify, and/or distribute", "ISC"},
	{"Creative Commons Attribution 4.0", "CC-BY-4.0"},
	{"FreeType License", "FTL"}, // or GPL, as the user chooses
	{"Apache License", "Apache-2.0"},
}

// readLicense reads the licence in a module's folder.
func readLicense(folder string) (license, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return license{}, err
	}
	for _, entry := range entries {
		name := strings.ToUpper(entry.Name())
		named := strings.HasPrefix(name, "LICEN") || strings.HasPrefix(name, "COPYING")
		if entry.IsDir() || !named {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return license{}, err
		}
		return licenseOf(string(text))
	}
	return license{}, fmt.Errorf("%w: no file has it", errLicense)
}

// licenseOf recognises the text of a licence.
func licenseOf(text string) (license, error) {
	plain := strings.Join(strings.Fields(text), " ")
	var found license
	for _, l := range licenses {
		shorter := l.id == "BSD-2-Clause" && slices.Contains(found.ids, "BSD-3-Clause")
		if strings.Contains(plain, l.phrase) && !shorter && !slices.Contains(found.ids, l.id) {
			found.ids = append(found.ids, l.id)
		}
	}
	if len(found.ids) == 0 {
		return license{}, errLicense
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		holder := strings.HasPrefix(line, "Copyright (c)") ||
			strings.HasPrefix(line, "Copyright (C)") || strings.HasPrefix(line, "Copyright ©") ||
			strings.HasPrefix(line, "Copyright 2")
		if holder && !slices.Contains(found.copyright, line) {
			found.copyright = append(found.copyright, line)
		}
	}
	return found, nil
}
