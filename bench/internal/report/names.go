package report

import (
	"fmt"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// curveName is a curve's name as papers write it: BLS12-377.
func curveName(key string) string { return strings.ToUpper(key) }

// schemeNames as papers write them.
var schemeNames = map[string]string{"groth16": "Groth16", "plonk": "PLONK"}

// known returns the name, or the key for want of one.
func known(names map[string]string, key string) string {
	if name, ok := names[key]; ok {
		return name
	}
	return key
}

// groupName is the group with its curve, such as BN254 G1.
func groupName(m *results.MSM) string {
	return curveName(m.Curve) + " " + strings.ToUpper(m.Group)
}

// settingName says how an MSM was called, beyond its group, size and scalars. It is empty for one
// call over resident bases.
func settingName(m *results.MSM) string {
	var parts []string
	add := func(is bool, format string, args ...any) {
		if is {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(m.Mode == results.OneShot, "points sent along")
	add(m.Mode == results.OnDevice, "scalars on the device before")
	add(m.Batch > 1, "%d sums in one call", m.Batch)
	add(m.Callers > 1, "%d callers", m.Callers)
	add(m.Devices > 1, "%d devices", m.Devices)
	add(m.Checked, "each sum checked")
	add(m.WindowAsked > 0, "windows of %d bits", m.WindowAsked)
	add(m.FactorAsked > 0, "%d multiples a base", m.FactorAsked)
	add(m.MemoryLimit > 0, "at most %s", bytesText(m.MemoryLimit))
	return strings.Join(parts, ", ")
}

// proofName is the scheme, the curve and the circuit, such as "Groth16, BN254, mimc".
func proofName(p *results.Proof) string {
	return fmt.Sprintf("%s, %s, %s", known(schemeNames, p.Scheme), curveName(p.Curve), p.Circuit)
}

// proofSetting lists the settings that differ from the usual ones.
func proofSetting(p *results.Proof) string {
	var parts []string
	if p.Concurrency > 1 {
		parts = append(parts, fmt.Sprintf("%d at once", p.Concurrency))
	}
	if p.Stream > 0 {
		parts = append(parts, fmt.Sprintf("a stream of %d", p.Stream))
	}
	if p.Devices > 1 {
		parts = append(parts, fmt.Sprintf("%d devices", p.Devices))
	}
	if p.StatisticalZK {
		parts = append(parts, "statistical zero-knowledge")
	}
	if p.Keyless {
		parts = append(parts, "without the verifying key")
	}
	if p.Prepared {
		parts = append(parts, "circuit loaded with the key")
	}
	switch {
	case p.Commitments == 1:
		parts = append(parts, "a commitment")
	case p.Commitments > 1:
		parts = append(parts, fmt.Sprintf("%d commitments", p.Commitments))
	}
	if p.MemoryLimit > 0 {
		parts = append(parts, "at most "+bytesText(p.MemoryLimit))
	}
	return strings.Join(parts, ", ")
}

// bytesText writes a number of bytes; 0 is not known.
func bytesText(bytes uint64) string {
	switch {
	case bytes == 0:
		return "–"
	case bytes >= 1e9:
		return fmt.Sprintf("%.2f GB", float64(bytes)/1e9)
	case bytes >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
	default:
		return fmt.Sprintf("%.1f kB", float64(bytes)/1e3)
	}
}

// spaced writes a number with its thousands apart.
func spaced(n int) string {
	digits := fmt.Sprint(n)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// duration writes milliseconds with three significant digits and a unit.
func duration(ms float64) string {
	switch {
	case ms >= 1000:
		return short(ms/1000) + " s"
	default:
		return short(ms) + " ms"
	}
}

// short writes a number with three significant digits.
func short(v float64) string {
	decimals := 2
	for limit := 9.995; decimals > 0 && v >= limit; limit *= 10 {
		decimals--
	}
	return fmt.Sprintf("%.*f", decimals, v)
}

// fine writes a number of milliseconds with three digits after the point below one, where others
// have two.
func fine(ms float64) string {
	if ms < 1 {
		return fmt.Sprintf("%.3f", ms)
	}
	return short(ms)
}

// percent of a share.
func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }
