package plan

import (
	"strings"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// Card is a GPU by its published properties.
type Card struct {
	Name            string // as a part of the driver's name for it
	Multiprocessors int
	MHz             int // boost clock
	SharedKiB       int // of a block
	MemoryGiB       int
	BusGBs          float64 // of the host's bus, each way: PCIe 5.0 has 64, 4.0 half of that
}

// Cards are the cards whose properties plans know. [Hopper] was measured on the first one.
var Cards = []Card{
	{"H100", 132, 1980, 227, 80, 64},
	{"T4", 40, 1590, 64, 16, 16},
	{"A10G", 80, 1710, 99, 24, 32},
	{"L4", 58, 2040, 99, 24, 32},
	{"RTX 4090", 128, 2520, 99, 24, 32},
	{"B200", 148, 1965, 227, 180, 64},
	{"RTX 5090", 170, 2407, 99, 32, 64},
	{"RTX PRO 6000", 188, 2617, 99, 96, 64},
}

// TuningOf returns the numbers for a device. It is nil for a device that is not among [Cards]:
// [Hopper]'s numbers serve it.
func TuningOf(d driver.DeviceInfo) *Tuning {
	for _, c := range Cards {
		if strings.Contains(d.Name+" ", " "+c.Name+" ") {
			return c.tuning()
		}
	}
	return nil
}

// tuning scales Hopper's times by the multiplications a second and by the bus. A multiprocessor
// multiplies as many words a cycle on every card. Costs in additions stay.
func (c Card) tuning() *Tuning {
	measured, t := Cards[0], Hopper
	if c == measured {
		return nil
	}
	slower := float64(measured.Multiprocessors*measured.MHz) / float64(c.Multiprocessors*c.MHz)
	t.copyByte *= measured.BusGBs / c.BusGBs
	t.computeEntry = make(map[int]float64)
	for limbs, time := range Hopper.computeEntry {
		t.computeEntry[limbs] = time * slower
	}
	t.chunk = make(map[int]chunkCost)
	for limbs, cost := range Hopper.chunk {
		t.chunk[limbs] = chunkCost{each: cost.each, bucket: cost.bucket * slower}
	}
	return &t
}
