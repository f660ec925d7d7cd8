// Package natsflags has the flags with which programs of the service connect to NATS.
package natsflags

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
)

// Errors of a command line.
var (
	ErrNoKeyFile = errors.New(
		"-key is missing: service.key of the server, or the tenant's key; or give -folder")
	ErrSeveral = errors.New("-nats names several tenants, and only workers serve several")
	ErrPairs   = errors.New("-creds needs a file for each URL of -nats")
)

// Flags say how to connect.
type Flags struct {
	folder, tenant         string
	urls, credentials, key string
	authority              string

	// Tell is told when a connection is lost, and when it is back.
	Tell func(line string)
	// Keep is how long results stay, where the streams are made.
	Keep time.Duration
}

// New adds the flags to a set.
func New(set *flag.FlagSet) *Flags {
	f := NewElsewhere(set)
	set.StringVar(&f.folder, "folder", "", "folder of a gnark-prover serve on this machine, for "+
		"what the flags below leave out; without -nats it is "+folder.Default())
	set.StringVar(&f.tenant, "tenant", "",
		"a tenant of the folder; without it the first one, and all of them for a worker")
	set.StringVar(&f.key, "key", "", "file with the service's key, or with the tenant's")
	return f
}

// NewElsewhere adds flags to a set: where NATS is, and how to connect.
func NewElsewhere(set *flag.FlagSet) *Flags {
	f := &Flags{Tell: func(string) {}, Keep: store.DefaultKeep}
	set.StringVar(&f.urls, "nats", "",
		"URL of NATS, as nats://NAME:TOKEN@HOST:4222; several tenants' with commas")
	set.StringVar(&f.credentials, "creds", "",
		"credentials file of NATS; several tenants' with commas, in the order of their URLs")
	set.StringVar(&f.authority, "tls-ca", "", "file with the certificates to trust")
	return f
}

// URLs are where NATS is, with commas, as a flag says.
func (f *Flags) URLs() string { return f.urls }

// Redacted returns URLs without tokens.
func Redacted(urls string) string {
	all := strings.Split(urls, ",")
	for i, text := range all {
		if at, err := url.Parse(text); err == nil {
			all[i] = redacted(at)
		}
	}
	return strings.Join(all, ",")
}

// redacted returns a URL without its token, which may stand in the place of a name.
func redacted(at *url.URL) string {
	open := *at
	if _, named := at.User.Password(); !named {
		open.User = nil
	}
	return open.Redacted()
}

// In takes the key, and tenants if there are some, from the folder of a serve.
func (f *Flags) In(in string) {
	f.key = filepath.Join(in, folder.KeyFile)
	if _, err := os.Stat(filepath.Join(in, folder.TenantsFile)); err == nil {
		f.folder = in
	}
}

// DialOne connects as one tenant, and opens its jobs.
func (f *Flags) DialOne(ctx context.Context) (*jobs.Queue, error) {
	ends, ring, err := f.resolve()
	if err == nil && len(ends) > 1 && strings.Contains(f.urls, ",") {
		err = ErrSeveral
	}
	if err != nil {
		return nil, err
	}
	return f.dial(ctx, ends[0], ring)
}

// Dial connects once for each tenant and opens its jobs.
func (f *Flags) Dial(ctx context.Context) (queues []*jobs.Queue, err error) {
	ends, ring, err := f.resolve()
	if err != nil {
		return nil, err
	}
	for _, end := range ends {
		queue, err := f.dial(ctx, end, ring)
		if err != nil {
			Close(queues)
			return nil, err
		}
		queues = append(queues, queue)
	}
	return queues, nil
}

// resolve says where to connect, and with which keys.
func (f *Flags) resolve() (ends []end, ring *secrets.Ring, err error) {
	if err = f.fillIn(); err == nil && f.key == "" {
		err = ErrNoKeyFile
	}
	if err == nil {
		ring, err = secrets.Read(f.key)
	}
	if err == nil {
		ends, err = f.ends()
	}
	return ends, ring, err
}

// Close closes the connections of queues.
func Close(queues []*jobs.Queue) {
	for _, queue := range queues {
		queue.Conn.Close()
	}
}

// FromEnvironment sets the defaults of flags from variables: GNARK_PROVER_SYNC_EVERY for
// -sync-every. Some flags have none.
func FromEnvironment(flags *flag.FlagSet, except ...string) error {
	var errs error
	flags.VisitAll(func(f *flag.Flag) {
		if slices.Contains(except, f.Name) {
			return
		}
		name := "GNARK_PROVER_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		if value, set := os.LookupEnv(name); set {
			if err := f.Value.Set(value); err != nil {
				errs = errors.Join(errs, fmt.Errorf("the variable %s: %w", name, err))
			}
		}
	})
	return errs
}
