package times

import "time"

// enough is the time after which nothing is measured again.
const enough = 1500 * time.Microsecond

// Least runs a function for a few milliseconds, at least once, and returns the least time of a
// run. It stops at the first error.
func Least(f func() error) (least time.Duration, err error) {
	for begun := time.Now(); least == 0 || time.Since(begun) < enough; {
		start := time.Now()
		if err := f(); err != nil {
			return 0, err
		}
		if took := time.Since(start); least == 0 || took < least {
			least = took
		}
	}
	return least, nil
}
