package engine

import (
	"math"
	"time"
)

// MSM is an MSM over points with scalars of full size.
type MSM struct {
	Points int
	// Cost is that of a point, the square of the limbs of its coordinates: 16 for BN254's G1.
	Cost float64
}

// onHost is the work of an MSM by buckets, in additions times their cost: for each window of c bits
// one addition a point, and one a bucket. It takes the best c.
func (m MSM) onHost() float64 {
	if m.Points == 0 {
		return 0
	}
	const bits = 256
	least := math.Inf(1)
	for c := 2.; c <= 20; c++ {
		least = min(least, bits/c*(float64(m.Points)+math.Exp2(c)))
	}
	return least * m.Cost
}

// short is the work of a device in the time of a tiny MSM: that time is latency. It is the work of
// 2^16 points of BN254's G1, as the layouts of package group have it.
const short = 1 << 20

// onDevice is the time of an MSM beside another one, in short MSMs.
func (m MSM) onDevice() float64 {
	if m.Points == 0 {
		return 0
	}
	return 0.5 + float64(m.Points)*m.Cost/short
}

// Measured is an MSM of few points that was timed once: the points were sent to the device, and all
// processors computed it.
type Measured struct {
	MSM
	Device time.Duration // 0 where there is none
	Host   time.Duration
}

// FromBN254 converts a time over BN254 to a curve whose points have a cost.
func FromBN254(t time.Duration, cost float64) time.Duration { return times(t, cost/16) }

// timedPoints is the number of points of the MSM that is timed. All processors take about a
// millisecond.
const timedPoints = 1 << 8

// Nominal is an MSM on an H100 and on 16 threads of its host. It stands in where nothing is timed,
// as in plans.
var Nominal = Measured{
	MSM:    MSM{Points: timedPoints, Cost: 16},
	Device: 400 * time.Microsecond, Host: 460 * time.Microsecond,
}

// Nominally returns the nominal MSM.
func Nominally() Measured { return Nominal }

// enough is the time after which nothing is measured again.
const enough = 2 * time.Millisecond

// once is the time of a run after which there is no second one.
const once = 10 * time.Millisecond

// minTime runs a function for two milliseconds, and twice unless it is slow. It returns the least
// time of a run, and stops at the first error.
func minTime(f func() error) (least time.Duration, err error) {
	begun := time.Now()
	for runs := 0; runs == 0 || time.Since(begun) < enough || runs == 1 && least < once; runs++ {
		start := time.Now()
		if err := f(); err != nil {
			return 0, err
		}
		if took := time.Since(start); runs == 0 || took < least {
			least = took
		}
	}
	return least, nil
}
