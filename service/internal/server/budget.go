package server

import (
	"bytes"
	"context"
	"time"
)

// The costs of operations, in units of a tenant's budget.
const (
	delivered = 1   // a message to one of its clients
	sent      = 4   // a line, or a message, from one of them
	asked     = 40  // a question to JetStream's API, whose queue all tenants share
	connected = 200 // the server hashes a token for each connection
	perBytes  = 32 << 10
	// perQuestion is perBytes of a question, of which the queue keeps copies.
	perQuestion = 1 << 10

	// perSecond is the budget of a share. A job takes about a dozen operations.
	perSecond = 20000
)

// questions begin the subjects of JetStream's API.
var questions = []byte("$JS.API.")

// asks waits until the tenant may send a line. Size is that of the message after it, in bytes.
func (t *tenant) asks(ctx context.Context, size int, line []byte) error {
	cost := sent + size/perBytes
	if bytes.Contains(line, questions) {
		cost += asked + size/perQuestion
	}
	return t.budget.WaitN(ctx, min(cost, t.budget.Burst()))
}

// delivers counts the messages to the tenant's clients. It waits for nothing: the tenant's next
// question does.
func (t *tenant) delivers(size int, _ []byte) error {
	t.budget.ReserveN(time.Now(), min(delivered+size/perBytes, t.budget.Burst()))
	return nil
}
