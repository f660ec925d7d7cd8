package main

import (
	"errors"
	"fmt"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// errArguments says that a struct of Go is not the one that the kernel takes.
var errArguments = errors.New("the arguments of kernels differ between Go and C++")

// checkArguments compares each struct that a kernel takes with its twin in Go. The compiler of C++
// compares the number of the fields, and their names, offsets and sizes.
func checkArguments(w io.Writer) error {
	twins, err := goStructs("accel/cuda")
	if err != nil {
		return err
	}
	program, names, err := argumentHeaders()
	if err != nil {
		return err
	}
	for _, twin := range slices.Sorted(maps.Keys(twins)) {
		if names[twin] == "" {
			return fmt.Errorf("%w: no kernel takes %sArgs of Go", errArguments, twin)
		}
	}
	for _, twin := range slices.Sorted(maps.Keys(names)) {
		if twins[twin] == nil {
			return fmt.Errorf("%w: Go has no %s", errArguments, names[twin])
		}
		program += assertion(names[twin], twins[twin])
	}
	if err := compileOnHost(program, "-fsyntax-only"); err != nil {
		return fmt.Errorf("%w: %w", errArguments, err)
	}
	fmt.Fprintf(w, "arguments: %d structs are the same in Go and in the kernels\n", len(names))
	return nil
}

// argumentStruct begins a struct that kernels take by value, alone or in another one.
var argumentStruct = regexp.MustCompile(`(?m)^struct (\w+Args|Digits|Places|Powers) \{`)

// argumentHeaders returns a program that includes the headers with structs for kernels. It returns
// the names of the structs, too, by these names without the suffix Args.
func argumentHeaders() (program string, names map[string]string, err error) {
	headers, err := filepath.Glob(kernelRoot + "/*/*.cuh")
	if err != nil {
		return "", nil, err
	}
	program, names = "#include <cstddef>\n", map[string]string{}
	for _, header := range headers {
		text, err := os.ReadFile(header)
		if err != nil {
			return "", nil, err
		}
		found := argumentStruct.FindAllSubmatch(text, -1)
		for _, s := range found {
			names[strings.TrimSuffix(string(s[1]), "Args")] = string(s[1])
		}
		if found != nil {
			program += fmt.Sprintf("#include %q\n", filepath.ToSlash(header[len(kernelRoot)+1:]))
		}
	}
	return program, names, nil
}

// assertion is C++ that compiles if a struct has exactly the fields of its twin.
func assertion(name string, twin *types.Struct) string {
	vars := slices.Collect(twin.Fields())
	sizes, fields := types.SizesFor("gc", "amd64"), make([]string, len(vars))
	var text strings.Builder
	for i, offset := range sizes.Offsetsof(vars) {
		fields[i] = strings.ToLower(upperCase.ReplaceAllString(vars[i].Name(), "_$0"))
		if fields[i] == "_" {
			fields[i] = "reserved"
		}
		fmt.Fprintf(&text, "static_assert(offsetof(%[1]s, %[2]s) == %[3]d && "+
			"sizeof(%[1]s::%[2]s) == %[4]d, \"in Go %[1]s.%[2]s has %[4]d bytes at %[3]d\");\n",
			name, fields[i], offset, sizes.Sizeof(vars[i].Type()))
	}
	fmt.Fprintf(&text, "void all(%s& s) { auto& [%s] = s; }\n", name, strings.Join(fields, ", "))
	return text.String()
}

// upperCase is where a name in C++ has an underscore: fineBits is fine_bits.
var upperCase = regexp.MustCompile(`\B[A-Z]`)
