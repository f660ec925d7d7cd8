package secrets

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func tenant(t *testing.T, r *Ring, name string) *Tenant {
	t.Helper()
	tenant, err := r.Tenant(name)
	if err != nil {
		t.Fatal(err)
	}
	return tenant
}

// TestSealing opens a text only with the tenant and the purpose of its seal, unchanged.
func TestSealing(t *testing.T) {
	ring := Generate()
	a, b := tenant(t, ring, "a"), tenant(t, ring, "b")
	plain := []byte("the witness")
	sealed := a.Seal(plain, "witness of 1")
	if bytes.Contains(sealed, plain) {
		t.Error("the plain text is in the sealed one")
	}
	if again := a.Seal(plain, "witness of 1"); bytes.Equal(again, sealed) {
		t.Error("two seals are equal")
	}
	own := bytes.Clone(sealed)
	if opened, err := a.Open(own, "witness of 1"); err != nil ||
		!bytes.Equal(opened, plain) || &opened[0] != &own[0] {
		t.Errorf("opened %q in place, %v", opened, err)
	}
	changed := bytes.Clone(sealed)
	changed[len(changed)/2] ^= 1
	for name, c := range map[string]struct {
		by      *Tenant
		sealed  []byte
		purpose string
	}{
		"another tenant":  {b, sealed, "witness of 1"},
		"another purpose": {a, sealed, "witness of 2"},
		"changed":         {a, changed, "witness of 1"},
		"cut":             {a, sealed[:9], "witness of 1"},
	} {
		if _, err := c.by.Open(bytes.Clone(c.sealed), c.purpose); !errors.Is(err, ErrSealed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := a.Open(changed, "witness of 1"); !errors.Is(err, ErrSealed) ||
		bytes.Contains(changed, plain[:len(plain)/2]) {
		t.Errorf("changed, in place: %q, %v", changed, err)
	}
}

// TestNames has names depend on the key, and on where a part ends.
func TestNames(t *testing.T) {
	ring := Generate()
	a, b := tenant(t, ring, "a"), tenant(t, ring, "b")
	name := a.NameOf([]byte("xy"), []byte("z"))
	if name != a.NameOf([]byte("xy"), []byte("z")) {
		t.Error("the same parts have two names")
	}
	if name == a.NameOf([]byte("x"), []byte("yz")) {
		t.Error("parts that end elsewhere have the same name")
	}
	if name == b.NameOf([]byte("xy"), []byte("z")) {
		t.Error("two tenants have the same name for the same parts")
	}
}

// TestTenantsKeyFile has a tenant's file open that tenant's seals, and no others.
func TestTenantsKeyFile(t *testing.T) {
	service := filepath.Join(t.TempDir(), "sub", "key")
	ring, err := ReadOrCreate(service)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ReadOrCreate(service); err != nil || !bytes.Equal(again.key, ring.key) {
		t.Errorf("the second start has another key, or %v", err)
	}
	only, err := ring.Only("a")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.key")
	if err := only.Write(path); err != nil {
		t.Fatal(err)
	}
	client, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	sealed := tenant(t, client, "a").Seal([]byte("x"), "p")
	if _, err := tenant(t, ring, "a").Open(sealed, "p"); err != nil {
		t.Error(err)
	}
	if _, err := client.Tenant("b"); !errors.Is(err, ErrNoKey) {
		t.Errorf("a's key made secrets of b: %v", err)
	}
}

// TestKeyFilesOfOthers refuses files that others can read, and files of something else.
func TestKeyFilesOfOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	if err := Generate().Write(path); err != nil {
		t.Fatal(err)
	}
	if err := Generate().Write(path); !errors.Is(err, os.ErrExist) {
		t.Errorf("a key file was replaced: %v", err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); !errors.Is(err, ErrExposed) {
		t.Errorf("an exposed file: %v", err)
	}
	wrong := filepath.Join(t.TempDir(), "wrong")
	if err := WritePrivate(wrong, []byte(header+"  AAAA\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(wrong); !errors.Is(err, ErrKeyFile) {
		t.Errorf("a short key: %v", err)
	}
}
