package jobs

import (
	"context"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go"
)

// Dial connects to a server and opens the tenant's jobs. The connection comes back by itself after
// it was lost. Where it is lost at once, another one is made: the server has just died.
func Dial(
	ctx context.Context, url string, ring *secrets.Ring, keep time.Duration, options ...nats.Option,
) (*Queue, error) {
	options = append([]nats.Option{
		nats.Name("gnark-prover"),
		nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
	}, options...)
	var conn *nats.Conn
	timed, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	err := persist(timed, nil, func(context.Context) (err error) {
		conn, err = interrupt.Await(ctx, func() (*nats.Conn, error) {
			return nats.Connect(url, options...)
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	queue, err := Open(ctx, conn, ring, keep)
	if err != nil {
		conn.Close()
	}
	return queue, err
}
