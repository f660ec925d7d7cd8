package jobs

import "context"

// AnswerTime is what tests set.
var AnswerTime = &answerTime

// OpenSpace is openSpace.
var OpenSpace = openSpace

// StoreEnd stores how a job ended, and cleans nothing up, as where the connection is lost then.
func (q *Queue) StoreEnd(ctx context.Context, r Record, state State) error {
	return q.change(ctx, &r, func(now *Record) { now.State, now.Cause = state, BadWitness })
}
