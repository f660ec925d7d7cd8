// Package natsflags has the flags with which programs of the service connect to NATS.
package natsflags

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go"
)

var (
	// ErrNoKeyFile: a program of a fleet was started without the fleet's key.
	ErrNoKeyFile = errors.New("-key is missing: service.key of the server, or the tenant's key")
	// ErrSeveral: a command of one tenant was given the URLs of several.
	ErrSeveral = errors.New("-nats names several tenants, and only workers serve several")
	// ErrPairs: the numbers of credentials files and URLs differ.
	ErrPairs = errors.New("-creds needs a file for each URL of -nats")
)

// Flags say how to connect.
type Flags struct {
	urls, credentials, key string
	authority              string
}

// New adds the flags to a set.
func New(set *flag.FlagSet) *Flags {
	f := new(Flags)
	set.StringVar(&f.urls, "nats", nats.DefaultURL,
		"URL of NATS, as nats://NAME:TOKEN@HOST:4222; several tenants' with commas")
	set.StringVar(&f.credentials, "creds", "",
		"credentials file of NATS; several tenants' with commas, in the order of their URLs")
	set.StringVar(&f.key, "key", "", "file with the service's key, or with the tenant's")
	set.StringVar(&f.authority, "tls-ca", "", "file with the certificates to trust")
	return f
}

// DialOne connects as the one tenant that the flags name, and opens its jobs.
func (f *Flags) DialOne() (*jobs.Queue, error) {
	if strings.Contains(f.urls, ",") {
		return nil, ErrSeveral
	}
	queues, err := f.Dial()
	if err != nil {
		return nil, err
	}
	return queues[0], nil
}

// Dial connects once for each tenant and opens its jobs.
func (f *Flags) Dial() (queues []*jobs.Queue, err error) {
	if f.key == "" {
		return nil, ErrNoKeyFile
	}
	ring, err := secrets.Read(f.key)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			Close(queues)
			queues = nil
		}
	}()
	urls, credentials := strings.Split(f.urls, ","), strings.Split(f.credentials, ",")
	if f.credentials != "" && len(credentials) != len(urls) {
		return nil, fmt.Errorf("%w: %d and %d", ErrPairs, len(credentials), len(urls))
	}
	for i, url := range urls {
		var options []nats.Option
		if f.credentials != "" {
			options = append(options, nats.UserCredentials(credentials[i]))
		}
		if f.authority != "" {
			options = append(options, nats.RootCAs(f.authority))
		}
		queue, err := jobs.Dial(url, ring, options...)
		if err != nil {
			return queues, err
		}
		queues = append(queues, queue)
	}
	return queues, nil
}

// Close closes the connections of queues.
func Close(queues []*jobs.Queue) {
	for _, queue := range queues {
		queue.Conn.Close()
	}
}

// FromEnvironment sets the defaults of flags from variables: GNARK_PROVER_SYNC_EVERY for
// -sync-every.
func FromEnvironment(flags *flag.FlagSet) error {
	var errs error
	flags.VisitAll(func(f *flag.Flag) {
		name := "GNARK_PROVER_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		if value, set := os.LookupEnv(name); set {
			errs = errors.Join(errs, f.Value.Set(value))
		}
	})
	return errs
}
