package main

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// instruction is one of a kernel's machine code.
type instruction struct {
	address uint64
	opcode  string // such as IMAD.WIDE.U32.X
	// always is false for one with a predicate, which only threads for which that holds execute.
	always bool
	target uint64 // of a branch or a call
}

// is reports whether the opcode is the named one, with whatever modifiers.
func (i instruction) is(name string) bool {
	return i.opcode == name || strings.HasPrefix(i.opcode, name+".")
}

var (
	instructionLine = regexp.MustCompile(`^\s*/\*([0-9a-f]+)\*/\s+(@!?U?P\w+\s+)?` +
		`([A-Z][A-Z0-9_.]*)([^;]*);`)
	targetOperand = regexp.MustCompile(`0x[0-9a-f]+`)
	predicate     = regexp.MustCompile(`^\s*!?U?P\d`)
)

// disassemble returns the machine code of one kernel in a fatbin, as cuobjdump lists it. It is the
// kernel's own, then that of the functions that it calls.
func disassemble(fatbin, arch, kernel string) ([]instruction, error) {
	out, err := exec.Command("cuobjdump", "-sass", "-arch", arch, "-fun", kernel, fatbin).
		CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("cuobjdump, which comes with nvcc, on %s: %w\n%s", kernel, err, out)
	}
	code := parseSASS(string(out))
	if len(code) == 0 {
		return nil, fmt.Errorf("cuobjdump lists nothing of %s for %s", kernel, arch)
	}
	return code, nil
}

// parseSASS reads cuobjdump's listing of one kernel.
func parseSASS(listing string) (code []instruction) {
	for line := range strings.Lines(listing) {
		m := instructionLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		i := instruction{opcode: m[3], always: m[2] == ""}
		// The expression matches hexadecimal digits alone.
		i.address, _ = strconv.ParseUint(m[1], 16, 64)
		if i.is("BRA") || i.is("CALL") {
			i.target, _ = strconv.ParseUint(targetOperand.FindString(m[4]), 0, 64)
			i.always = i.always && !predicate.MatchString(m[4])
		}
		code = append(code, i)
	}
	return code
}
