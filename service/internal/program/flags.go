// Package program is the common part of the service's programs: flags with which they connect to
// NATS, their log, bars that show how far they are, and HTTP with their health and metrics.
package program

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go"
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
	URLs string            // where NATS is, with commas
	Tell func(line string) // told when a connection is lost, and when it is back
	Keep time.Duration     // of results, where the streams are made

	folder, tenant, credentials, key, authority string
}

// NewFlags adds the flags to a set.
func NewFlags(set *flag.FlagSet) *Flags {
	f := NewFlagsElsewhere(set)
	set.StringVar(&f.folder, "folder", "", "folder of a gnark-prover serve on this machine, for "+
		"what the flags below leave out; without -nats it is "+folder.Default())
	set.StringVar(&f.tenant, "tenant", "",
		"a tenant of the folder; without it the first one, and all of them for a worker")
	set.StringVar(&f.key, "key", "", "file with the service's key, or with the tenant's")
	return f
}

// NewFlagsElsewhere adds flags to a set: where NATS is, and how to connect.
func NewFlagsElsewhere(set *flag.FlagSet) *Flags {
	f := &Flags{Tell: func(string) {}, Keep: jobs.DefaultKeep}
	set.StringVar(&f.URLs, "nats", "",
		"URL of NATS, as nats://NAME:TOKEN@HOST:4222; several tenants' with commas")
	set.StringVar(&f.credentials, "creds", "",
		"credentials file of NATS; several tenants' with commas, in the order of their URLs")
	set.StringVar(&f.authority, "tls-ca", "", "file with the certificates to trust")
	return f
}

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
	if err == nil && len(ends) > 1 && strings.Contains(f.URLs, ",") {
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

type end struct {
	url     *url.URL
	options []nats.Option
}

// fillIn takes from the folder the settings that no flag gives. A folder that nobody named gives
// its tokens to its own address alone.
func (f *Flags) fillIn() (err error) {
	if f.URLs != "" && f.folder == "" {
		return nil
	}
	f.folder = cmp.Or(f.folder, folder.Default())
	f.key = cmp.Or(f.key, filepath.Join(f.folder, folder.KeyFile))
	if f.URLs != "" {
		return nil
	}
	var trusted string
	f.URLs, trusted, err = folder.Announced(f.folder)
	if errors.Is(err, folder.ErrNoService) {
		return fmt.Errorf("%w: give the -folder of gnark-prover serve, or -nats and -key", err)
	}
	f.authority = cmp.Or(f.authority, trusted)
	return err
}

// ends lists where to connect: at each URL, as each tenant that it stands for.
func (f *Flags) ends() (ends []end, err error) {
	urls, credentials := strings.Split(f.URLs, ","), strings.Split(f.credentials, ",")
	if f.credentials != "" && len(credentials) != len(urls) {
		return nil, fmt.Errorf("%w: %d and %d", ErrPairs, len(credentials), len(urls))
	}
	for i, text := range urls {
		at, err := url.Parse(text)
		if err != nil || at.Host == "" {
			return nil, errors.New("-nats is no URL, as nats://NAME:TOKEN@HOST:4222 is")
		}
		options := f.telling(at)
		if f.authority != "" {
			options = append(options, nats.RootCAs(f.authority))
		}
		if f.credentials != "" {
			options = append(options, nats.UserCredentials(credentials[i]))
		}
		if f.folder == "" || f.credentials != "" || at.User != nil {
			ends = append(ends, end{at, options})
			continue
		}
		tenants, err := f.tenants()
		if err != nil {
			return nil, err
		}
		for _, tenant := range tenants {
			as := *at
			as.User = url.UserPassword(tenant.Name, tenant.Token)
			ends = append(ends, end{&as, options})
		}
	}
	return ends, nil
}

// tenants lists the tenants of the folder, or the one that a flag names.
func (f *Flags) tenants() ([]folder.Tenant, error) {
	all, err := folder.ReadTenants(f.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w: give -nats with a name and a token", f.folder,
			folder.ErrNoService)
	}
	if err != nil || f.tenant == "" {
		return all, err
	}
	one, err := folder.Named(all, f.tenant)
	return []folder.Tenant{one}, err
}

var advice = map[error]string{
	nats.ErrAuthorization: "give -folder, or -nats with the tenant's name and token",
	nats.ErrNoServers:     "nobody listens there: start gnark-prover serve, or give another -nats",
}

func (f *Flags) telling(at *url.URL) []nats.Option {
	tell := func(what string, err any) { f.Tell(redacted(at) + ": " + fmt.Sprintf(what, err)) }
	return []nats.Option{
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				tell("connection lost, trying again: %v", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { tell("connected %s", "again") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { tell("%v", err) }),
	}
}

// dial connects and opens the tenant's jobs. Its errors have the URL, without the token.
func (f *Flags) dial(ctx context.Context, at end, ring *secrets.Ring) (*jobs.Queue, error) {
	one := strings.ReplaceAll(at.url.String(), ",", "%2C") // commas would part it into several
	queue, err := jobs.Dial(ctx, one, ring, f.Keep, at.options...)
	for known, what := range advice {
		if errors.Is(err, known) {
			err = fmt.Errorf("%w: %s", err, what)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", redacted(at.url), err)
	}
	return queue, nil
}
