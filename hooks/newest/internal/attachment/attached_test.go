package attachment

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
)

// gnarks is gnark's interface of accelerators, and key its type of proving keys.
type (
	gnarks interface{ Release() error }
	key    struct{ carried gnarks }
	ours   struct{ *Attached }
)

func (k *key) SetAccelerator(a gnarks) { k.carried = a }
func (k *key) Accelerator() gnarks     { return k.carried }
func (*key) CurveID() ecc.ID           { return ecc.BN254 }

// TestAttach attaches a key twice, and releases it twice.
func TestAttach(t *testing.T) {
	load := func(_ *key, a *Attached) (ours, error) { return ours{a}, nil }
	pk := new(key)
	acc, err := Attach[gnarks](pk, nil, load)
	if err != nil || pk.carried != gnarks(acc) {
		t.Fatalf("the key carries %v, or %v", pk.carried, err)
	}
	again, err := Attach[gnarks](pk, []Option{WithoutChecks()}, load)
	if err != nil || again != acc {
		t.Errorf("attached again: %v", err)
	}
	copied := *pk
	if other, err := Attach[gnarks](&copied, nil, load); err != nil || other == acc {
		t.Errorf("a copy of the key has its accelerator, or %v", err)
	}
	for range 2 {
		if err := acc.Release(); err != nil || pk.carried != nil {
			t.Errorf("released: %v, %v", pk.carried, err)
		}
	}
}

// TestAttachFails has keys and accelerators of other types, and a key that cannot be loaded.
func TestAttachFails(t *testing.T) {
	broken := errors.New("broken")
	load := func(_ *key, a *Attached) (ours, error) { return ours{a}, broken }
	pk := new(key)
	if acc, err := Attach[gnarks](pk, nil, load); !errors.Is(err, broken) || acc != (ours{}) {
		t.Errorf("%v beside %v", acc, err)
	}
	if _, err := Attach[gnarks]((*key)(nil), nil, load); !errors.Is(err, accel.ErrInvalidOption) {
		t.Errorf("nil: %v", err)
	}
	other := func(_ *struct{}, a *Attached) (ours, error) { return ours{a}, nil }
	if _, err := Attach[gnarks](pk, nil, other); !errors.Is(err, accel.ErrInvalidOption) {
		t.Errorf("another type: %v", err)
	}
	if pk.carried != nil {
		t.Error("a key carries an accelerator after an error")
	}
}
