package folder

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"

	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
)

// Errors of a list of tenants.
var (
	ErrTenants  = errors.New("malformed tenants")
	ErrNoTenant = errors.New("no such tenant")
)

// Tenant is an account. Its token is the password of NATS and the bearer token of HTTP.
type Tenant struct {
	Name  string `json:"name"`
	Token string `json:"token"`
	Share int64  `json:"share,omitempty"` // of the store, beside the others'; 0 stands for 1
}

// DefaultTenant is the name of the only tenant where none is configured.
const DefaultTenant = "default"

// NewTenant returns a tenant with a random token.
func NewTenant(name string) Tenant { return Tenant{Name: name, Token: rand.Text()} }

var tenantName = regexp.MustCompile(`^(\$G|[a-zA-Z0-9_-]{1,64})$`) // $G is NATS's own account

const shortestToken = 16

// ReadOrCreateTenants reads a folder's tenants, or makes the file with tenants of these names.
func ReadOrCreateTenants(folder string, names ...string) ([]Tenant, error) {
	tenants, err := ReadTenants(folder)
	if !errors.Is(err, fs.ErrNotExist) {
		return tenants, err
	}
	for _, name := range names {
		tenants = append(tenants, NewTenant(name))
	}
	if err := check(tenants); err != nil {
		return nil, err
	}
	text, _ := json.MarshalIndent(tenants, "", "  ") // which strings and numbers have
	return tenants, secrets.WritePrivate(filepath.Join(folder, TenantsFile), append(text, '\n'))
}

// ReadTenants reads the private file of a folder's tenants, of which there is at least one.
func ReadTenants(folder string) ([]Tenant, error) {
	path := filepath.Join(folder, TenantsFile)
	text, err := secrets.ReadPrivate(path)
	if err != nil {
		return nil, err
	}
	var tenants []Tenant
	if err := json.Unmarshal(text, &tenants); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", path, ErrTenants, err)
	}
	if err := check(tenants); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return tenants, nil
}

// Named returns the tenant of a name, or an error that lists all names.
func Named(tenants []Tenant, name string) (Tenant, error) {
	var names []string
	for _, tenant := range tenants {
		if tenant.Name == name {
			return tenant, nil
		}
		names = append(names, tenant.Name)
	}
	return Tenant{}, fmt.Errorf("%w: %q; there are %q", ErrNoTenant, name, names)
}

func check(tenants []Tenant) error {
	seen := map[string]bool{}
	for _, tenant := range tenants {
		switch {
		case !tenantName.MatchString(tenant.Name):
			return fmt.Errorf("%w: the name %q is not letters, digits, - and _", ErrTenants,
				tenant.Name)
		case len(tenant.Token) < shortestToken:
			return fmt.Errorf("%w: the token of %s is shorter than %d characters", ErrTenants,
				tenant.Name, shortestToken)
		case tenant.Share < 0:
			return fmt.Errorf("%w: the share of %s is negative", ErrTenants, tenant.Name)
		case seen[tenant.Name], seen[tenant.Token]:
			return fmt.Errorf("%w: the name or the token of %s is there twice", ErrTenants,
				tenant.Name)
		}
		seen[tenant.Name], seen[tenant.Token] = true, true
	}
	if len(tenants) == 0 {
		return fmt.Errorf("%w: there is none", ErrTenants)
	}
	return nil
}
