package times

import "time"

// enough is the time after which nothing is measured again.
const enough = 2 * time.Millisecond

// once is the time of a run after which there is no second one.
const once = 10 * time.Millisecond

// Least runs a function for two milliseconds, and twice unless it is slow. It returns the least
// time of a run, and stops at the first error.
func Least(f func() error) (least time.Duration, err error) {
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
