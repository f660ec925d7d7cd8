package group

import (
	"cmp"
	"slices"
)

// Part is a range of an MSM for one device.
type Part struct {
	Device   int // its place in the set, or Anywhere
	From, To int
}

// Anywhere is the device of a part for any device.
const Anywhere = -1

// Split cuts an MSM over n points into ranges in proportion to devices' speeds. A device with no
// speed gets none. No range but a single one has fewer than least points: where there are too few
// points for all devices, the fastest share them.
func Split(n, least int, speeds []float64) (parts []Part) {
	fastest := make([]int, 0, len(speeds))
	for i, speed := range speeds {
		if speed > 0 {
			fastest = append(fastest, i)
		}
	}
	slices.SortStableFunc(fastest, func(i, j int) int { return cmp.Compare(speeds[j], speeds[i]) })
	for k := len(fastest); k > 0; k-- {
		parts = proportional(n, fastest[:k], speeds)
		few := func(p Part) bool { return p.To-p.From < max(1, least) }
		if k == 1 || !slices.ContainsFunc(parts, few) {
			return parts
		}
	}
	return nil
}

// proportional cuts n points for devices in proportion to their speeds.
func proportional(n int, devices []int, speeds []float64) (parts []Part) {
	var all, before float64
	for _, i := range devices {
		all += speeds[i]
	}
	for _, i := range devices {
		from := int(float64(n) * before / all)
		before += speeds[i]
		parts = append(parts, Part{Device: i, From: from, To: int(float64(n) * before / all)})
	}
	parts[len(parts)-1].To = n // whatever the rounding
	return parts
}

// learned is the weight of one more measurement among those before.
const learned = 0.25

// corrected returns speeds after devices took times, in seconds, for parts of one MSM. The fixed
// cost of a part draws the measured speeds together, never apart.
func corrected(speeds []float64, parts []Part, seconds []float64) []float64 {
	var nominal, measured float64
	rates := make([]float64, len(parts))
	for k, p := range parts {
		if seconds[k] <= 0 {
			return speeds
		}
		rates[k] = float64(p.To-p.From) / seconds[k]
		nominal, measured = nominal+speeds[p.Device], measured+rates[k]
	}
	speeds = slices.Clone(speeds)
	for k, p := range parts {
		speeds[p.Device] += learned * (rates[k]*nominal/measured - speeds[p.Device])
	}
	return speeds
}
