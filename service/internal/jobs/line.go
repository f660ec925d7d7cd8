package jobs

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// Line counts the waiting and the running jobs of a circuit and a priority.
type Line struct {
	Circuit  string   `json:"circuit"`
	Priority Priority `json:"priority"`
	Waiting  uint64   `json:"waiting"`
	Running  int      `json:"running"`
}

// Unended counts the jobs that wait or run.
func (q *Queue) Unended(ctx context.Context) (uint64, error) {
	about, err := q.messages.Info(ctx)
	if err != nil {
		return 0, err
	}
	return about.State.Msgs, nil
}

// Lines lists the lines in which jobs wait or run. They are sorted by circuit, and then the most
// urgent first.
func (q *Queue) Lines(ctx context.Context) ([]Line, error) {
	lines := []Line{}
	consumers := q.messages.ListConsumers(ctx)
	for info := range consumers.Info() {
		priority, digest, _ := strings.Cut(info.Name, "-")
		if info.NumPending > 0 || info.NumAckPending > 0 {
			lines = append(lines,
				Line{digest, Priority(priority), info.NumPending, info.NumAckPending})
		}
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Circuit, b.Circuit),
			slices.Index(Priorities, a.Priority)-slices.Index(Priorities, b.Priority))
	})
	return lines, consumers.Err()
}
