package times

import (
	"math"
	"time"
)

// Sum is an MSM over points with scalars of full size.
type Sum struct {
	Points int
	// Cost is that of a point, the square of the limbs of its coordinates: 16 for BN254's G1.
	Cost float64
}

// onHost is the work of an MSM by buckets, in additions times their cost: for each window of c bits
// one addition a point, and one a bucket. It takes the best c.
func (s Sum) onHost() float64 {
	if s.Points == 0 {
		return 0
	}
	const bits = 256
	least := math.Inf(1)
	for c := 2.; c <= 20; c++ {
		least = min(least, bits/c*(float64(s.Points)+math.Exp2(c)))
	}
	return least * s.Cost
}

// short is the work of a device in the time of a tiny MSM: that time is latency. It is the work of
// 2^16 points of BN254's G1, as the layouts of package engine/group have it.
const short = 1 << 20

// onDevice is the time of an MSM beside another one, in short MSMs.
func (s Sum) onDevice() float64 {
	if s.Points == 0 {
		return 0
	}
	return 0.5 + float64(s.Points)*s.Cost/short
}

// Measured is an MSM of few points that was timed once: the points were sent to the device, and all
// processors computed it.
type Measured struct {
	Sum
	Device time.Duration // 0 where there is none
	Host   time.Duration
}

// Of converts a time over BN254 to a curve whose points have a cost.
func Of(t time.Duration, cost float64) time.Duration { return times(t, cost/16) }

// Few is the number of points of the MSM that is timed. All processors take about a millisecond.
const Few = 1 << 8

// Nominal is an MSM on an H100 and on 16 threads of its host. It stands in where nothing is timed,
// as in plans.
var Nominal = Measured{
	Sum: Sum{Points: Few, Cost: 16}, Device: 400 * time.Microsecond, Host: 460 * time.Microsecond,
}

// Nominally returns the nominal MSM.
func Nominally() Measured { return Nominal }
