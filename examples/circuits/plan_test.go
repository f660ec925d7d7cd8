package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/memory"
)

func TestPlan(t *testing.T) {
	for scheme, names := range map[string][]string{
		"groth16": {"B in G2", "Z", "K", "A", "B", "quotient", "sum over K", "setup",
			"reading"},
		"plonk": {"canonical", "Lagrange", "polynomials", "circuit", "sum over Lagrange",
			"sum over canonical", "3 sums over canonical", "setup", "reading"},
	} {
		args := []string{"-plan", "-scheme", scheme, "-constraints", "10000", "-memory-limit", "1G"}
		r := runHere(t, args...)
		r.wantStatus(t, exitVerified)
		names = append(names, "limit", "between proofs", "a proof adds", "during a proof")
		for _, name := range names {
			row := regexp.MustCompile(`(?m)^` + name + ` {2,}[0-9.]+ (bytes|[KMG]iB) `)
			if n := len(row.FindAllString(r.stdout, -1)); n != 1 {
				t.Errorf("%s: %d rows for %q:\n%s", scheme, n, name, r.stdout)
			}
		}
		if strings.Contains(r.stderr, "setup") || strings.Contains(r.stdout, "warning") {
			t.Errorf("%s: more than a plan was made, or there is a warning:\n%s%s", scheme,
				r.stdout, r.stderr)
		}
		j := runHere(t, append(args, "-json")...)
		j.wantStatus(t, exitVerified)
		p := j.report(t).Plan
		if p == nil || p.Limit != 1<<30 || p.Resident == 0 ||
			p.Resident+p.Proof+p.Scratch != p.Total || p.Total > p.Limit {
			t.Errorf("%s: the plan is %+v", scheme, p)
		}
	}
	little := runHere(t, "-plan", "-scheme", "plonk", "-constraints", "10000", "-memory-limit",
		"4M", "-json")
	little.wantStatus(t, exitVerified)
	if p := little.report(t).Plan; len(p.Warnings) == 0 || p.Vectors[0].Place != memory.OnCPU {
		t.Errorf("4 MiB: %+v", p)
	}
}

// TestPlanOfSeveralDevices has a key spread over devices that have no room for it alone. It is not
// spread where it is small, or where the first device suffices.
func TestPlanOfSeveralDevices(t *testing.T) {
	args := []string{"-plan", "-constraints", "10000", "-memory-limit", "2M"}
	for devices, want := range map[string]int{"1": 0, "2": 2, "4": 4} {
		r := runHere(t, append(args, "-devices", devices)...)
		r.wantStatus(t, exitVerified)
		rows := regexp.MustCompile(`(?m)^device \d +[0-9.]+ [KM]iB +.*[A-Z]`)
		if n := len(rows.FindAllString(r.stdout, -1)); n != want {
			t.Errorf("%s devices: %d shares:\n%s", devices, n, r.stdout)
		}
		p := runHere(t, append(args, "-devices", devices, "-json")...).report(t).Plan
		if len(p.Shares) != want || want > 0 && p.Gain <= 0 {
			t.Errorf("%s devices: %+v, %.2f times as fast", devices, p.Shares, p.Gain)
		}
		points := map[string]int{}
		for _, share := range p.Shares {
			for _, part := range share.Parts {
				points[part.Name] += part.To - part.From
				if points[part.Name] > part.Of {
					t.Errorf("%s devices: more of %s than there is", devices, part.Name)
				}
			}
		}
		if want > 0 && (points["B"] != points["B in G2"] || points["K"] == 0) {
			t.Errorf("%s devices: %v", devices, points)
		}
	}
	roomy := []string{"-plan", "-constraints", "10000", "-memory-limit", "1G", "-devices", "2"}
	if p := runHere(t, append(roomy, "-json")...).report(t).Plan; len(p.Shares) != 0 {
		t.Errorf("a small key is spread: %+v", p.Shares)
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[uint64]string{
		0: "-", 17: "17 bytes", 1536: "1.5 KiB", 3 << 20: "3 MiB", 12 << 30: "12 GiB",
		5 << 40: "5 TiB", 2000 << 40: "2000 TiB",
	} {
		if got := size(bytes); got != want {
			t.Errorf("%d bytes are %q, expected %q", bytes, got, want)
		}
	}
}
