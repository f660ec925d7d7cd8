// Package natsflags has the flags with which programs of the service connect to NATS.
package natsflags

import (
	"errors"
	"flag"
	"os"
	"strings"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go"
)

// ErrNoKeyFile: a program of a fleet was started without the fleet's key.
var ErrNoKeyFile = errors.New("-key is missing: service.key of the server, or the tenant's key")

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

// Dial connects once for each tenant and opens its jobs.
func (f *Flags) Dial() ([]*jobs.Queue, error) {
	if f.key == "" {
		return nil, ErrNoKeyFile
	}
	ring, err := secrets.Read(f.key)
	if err != nil {
		return nil, err
	}
	credentials := strings.Split(f.credentials, ",")
	var queues []*jobs.Queue
	for i, url := range strings.Split(f.urls, ",") {
		var options []nats.Option
		if i < len(credentials) && credentials[i] != "" {
			options = append(options, nats.UserCredentials(credentials[i]))
		}
		if f.authority != "" {
			options = append(options, nats.RootCAs(f.authority))
		}
		queue, err := jobs.Dial(url, ring, options...)
		if err != nil {
			return nil, err
		}
		queues = append(queues, queue)
	}
	return queues, nil
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
