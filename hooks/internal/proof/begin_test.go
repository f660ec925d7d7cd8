package proof

import (
	"errors"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// keyless are steps that find no key, and note the last ones.
type keyless struct {
	Steps[Replica, int]
	took []string
}

func (*keyless) Lease() (*keys.Key[Replica], Lease, error) { return nil, nil, errStage }
func (k *keyless) Leave()                                  { k.took = append(k.took, "leave") }
func (k *keyless) Close()                                  { k.took = append(k.took, "close") }
func (k *keyless) Forget()                                 { k.took = append(k.took, "forget") }

// TestNotBegun expects nothing to be left of a proof whose first step fails.
func TestNotBegun(t *testing.T) {
	none, err := settings.Read()
	if err != nil {
		t.Fatal(err)
	}
	k, task := new(keyless), &Task[int]{Settings: none}
	if half, err := begin(task, k); half != nil || !errors.Is(err, errStage) {
		t.Errorf("got %v, %v", half, err)
	}
	if !slices.Equal(k.took, []string{"leave", "close", "forget"}) {
		t.Errorf("the last steps are %v", k.took)
	}
}
