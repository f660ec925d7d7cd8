package times

import (
	"math"
	"time"
)

// Sum is a sum over points with scalars of full size.
type Sum struct {
	Points int
	// Cost is that of a point, the square of the limbs of its coordinates: 16 for BN254's G1.
	Cost float64
}

// onHost is the work of a sum in the bucket method, in additions times their cost: for each window
// of c bits one addition a point, and one a bucket. It takes the best c.
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

// short is the work of a device that takes as long as a sum over hardly any points: it is latency.
// It is that of 2^16 points of BN254's G1, as the layouts of package engine/group have it.
const short = 1 << 20

// onDevice is the time of a sum beside another one, in times of a short sum.
func (s Sum) onDevice() float64 {
	if s.Points == 0 {
		return 0
	}
	return 0.5 + float64(s.Points)*s.Cost/short
}

// Measured is a sum of few points that was timed once: the points were sent to the device, and all
// processors computed it.
type Measured struct {
	Sum
	Device time.Duration // 0 where there is none
	Host   time.Duration
}

// Of returns a time over BN254 as one over a curve whose points have a cost.
func Of(t time.Duration, cost float64) time.Duration { return times(t, cost/16) }

// Few is the number of points of the sum that is timed. All processors take about a millisecond.
const Few = 1 << 8

// Nominal is a sum on an H100 and on 16 threads of its host. It stands in where nothing is timed,
// as in plans.
var Nominal = Measured{
	Sum: Sum{Points: Few, Cost: 16}, Device: 400 * time.Microsecond, Host: 460 * time.Microsecond,
}

// Nominally returns the nominal sum.
func Nominally() Measured { return Nominal }
