package jobs

import (
	"context"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
	"github.com/nats-io/nats.go"
)

// dialTime is how long a server may take to answer at the start.
const dialTime = 30 * time.Second

// Dial connects to a server and opens the tenant's jobs. The connection comes back by itself after
// it was lost.
func Dial(url string, ring *secrets.Ring, options ...nats.Option) (*Queue, error) {
	conn, err := nats.Connect(url, append([]nats.Option{
		nats.Name("gnark-prover"),
		nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
	}, options...)...)
	if err != nil {
		return nil, err
	}
	queue, err := Over(conn, ring, store.DefaultLimits)
	if err != nil {
		conn.Close()
	}
	return queue, err
}

// Over opens the tenant's jobs over a connection.
func Over(conn *nats.Conn, ring *secrets.Ring, limits store.Limits) (*Queue, error) {
	ctx, cancel := context.WithTimeout(context.Background(), dialTime)
	defer cancel()
	space, err := store.Open(ctx, conn, ring, limits)
	if err != nil {
		return nil, err
	}
	return Open(ctx, space)
}
