package folder

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
)

// TestTenantsFile makes a file at the first start, and refuses files that make no sense.
func TestTenantsFile(t *testing.T) {
	folder := t.TempDir()
	made, err := ReadOrCreateTenants(folder, DefaultTenant)
	if err != nil || len(made) != 1 || made[0].Name != DefaultTenant {
		t.Fatal(made, err)
	}
	if again, err := ReadOrCreateTenants(folder, DefaultTenant); err != nil || again[0] != made[0] {
		t.Errorf("the second start reads %v, %v", again, err)
	}
	const token = "0123456789abcdef"
	for _, text := range []string{
		`{`, `[]`,
		`[{"name":"a b","token":"` + token + `"}]`,
		`[{"name":"a","token":"short"}]`,
		`[{"name":"a","token":"` + token + `","share":-1}]`,
		`[{"name":"a","token":"` + token + `"},{"name":"a","token":"x` + token + `"}]`,
		`[{"name":"a","token":"` + token + `"},{"name":"b","token":"` + token + `"}]`,
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, TenantsFile)
		if err := secrets.WritePrivate(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadOrCreateTenants(folder, DefaultTenant); !errors.Is(err, ErrTenants) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
