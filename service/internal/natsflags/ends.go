package natsflags

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go"
)

// end is where one tenant connects.
type end struct {
	url     *url.URL
	options []nats.Option
}

// fillIn takes from the folder the settings that no flag gives. A folder that nobody named gives
// its tokens to its own address alone.
func (f *Flags) fillIn() (err error) {
	if f.urls != "" && f.folder == "" {
		return nil
	}
	f.folder = cmp.Or(f.folder, folder.Default())
	f.key = cmp.Or(f.key, filepath.Join(f.folder, folder.KeyFile))
	if f.urls != "" {
		return nil
	}
	var trusted string
	f.urls, trusted, err = folder.Announced(f.folder)
	if errors.Is(err, folder.ErrNoService) {
		return fmt.Errorf("%w: give the -folder of gnark-prover serve, or -nats and -key", err)
	}
	f.authority = cmp.Or(f.authority, trusted)
	return err
}

// ends lists where to connect: at each URL, as each tenant that it stands for.
func (f *Flags) ends() (ends []end, err error) {
	urls, credentials := strings.Split(f.urls, ","), strings.Split(f.credentials, ",")
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
	all, err := folder.ReadTenants(filepath.Join(f.folder, folder.TenantsFile))
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

// advice names the remedy for an error of NATS.
var advice = map[error]string{
	nats.ErrAuthorization: "give -folder, or -nats with the tenant's name and token",
	nats.ErrNoServers:     "nobody listens there: start gnark-prover serve, or give another -nats",
}

// telling returns options that tell of a connection, and of its server.
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
	queue, err := jobs.Dial(ctx, at.url.String(), ring, f.Keep, at.options...)
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
