package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

// argumentHeaders declare the structs that kernels take by value.
var argumentHeaders = []string{
	"msm/args.cuh", "msm/limit.cuh", "msm/selftest.cuh",
	"ntt/powers.cuh", "ntt/transform.cuh", "plonk/numerator.cuh", "points/args.cuh",
	"vector/args.cuh",
}

// errLayout says that a struct of Go is not the one that the kernel takes.
var errLayout = errors.New("the arguments of kernels differ between Go and C++")

// checkLayouts compares each struct that a kernel takes with its twin in Go. It compares the order,
// the names and the offsets of the fields.
func checkLayouts(w io.Writer) error {
	device, err := deviceLayouts()
	if err != nil {
		return err
	}
	host, err := hostLayouts("accel/cuda")
	if err != nil {
		return err
	}
	if err := device.compare(host); err != nil {
		return err
	}
	fmt.Fprintf(w, "arguments: %d structs are the same in Go and in the kernels\n", len(device))
	return nil
}

// compare fails unless both have the same structs with the same members.
func (device layouts) compare(host layouts) error {
	var failures []error
	all := maps.Clone(device)
	maps.Copy(all, host)
	for name := range all {
		if !slices.Equal(device[name], host[name]) {
			failures = append(failures, fmt.Errorf("%w: %s\n  kernels %v\n  Go      %v",
				errLayout, name, device[name], host[name]))
		}
	}
	return errors.Join(failures...)
}

// declaration is a struct as a header declares it.
type declaration struct {
	Name    string
	Members []string
}

var (
	structText = regexp.MustCompile(`(?ms)^struct (\w+Args|Digits|Places|Powers) \{(.*?)^\};`)
	memberText = regexp.MustCompile(`(?m)^\s+(?:[\w*]+ )+(\w+)(?:\[\w+\])?;`)
)

// declarations returns the structs of a header whose twins Go has.
func declarations(header string) (all []declaration) {
	for _, s := range structText.FindAllStringSubmatch(header, -1) {
		d := declaration{Name: s[1]}
		for _, m := range memberText.FindAllStringSubmatch(s[2], -1) {
			d.Members = append(d.Members, m[1])
		}
		all = append(all, d)
	}
	return all
}

// deviceLayouts asks the compiler for the layouts of the structs in the headers.
func deviceLayouts() (layouts, error) {
	var all []declaration
	for _, header := range argumentHeaders {
		text, err := os.ReadFile(path.Join(kernelRoot, header))
		if err != nil {
			return nil, err
		}
		all = append(all, declarations(string(text))...)
	}
	var program bytes.Buffer
	err := layoutProgram.Execute(&program,
		map[string]any{"Headers": argumentHeaders, "Structs": all})
	if err != nil {
		return nil, err
	}
	out, err := runOnHost(program.Bytes())
	if err != nil {
		return nil, err
	}
	return parseLayouts(out)
}

// layoutProgram prints a line for each member: struct, member, offset and size.
var layoutProgram = template.Must(template.New("layout.cpp").Parse(`
#include <cstddef>
#include <cstdio>
{{range .Headers}}#include "{{.}}"
{{end}}
int main() {
{{range $s := .Structs}}{{range .Members -}}
  printf("{{$s.Name}} {{.}} %zu %zu\n", offsetof({{$s.Name}}, {{.}}), sizeof({{$s.Name}}::{{.}}));
{{end}}{{end}}}
`))

func parseLayouts(listing []byte) (layouts, error) {
	all := layouts{}
	lines := bufio.NewScanner(bytes.NewReader(listing))
	for lines.Scan() {
		var name string
		var m member
		if _, err := fmt.Sscan(lines.Text(), &name, &m.Name, &m.Offset, &m.Size); err != nil {
			return nil, fmt.Errorf("layout %q: %w", lines.Text(), err)
		}
		name = strings.TrimSuffix(name, "Args")
		all[name] = append(all[name], m)
	}
	return all, nil
}
