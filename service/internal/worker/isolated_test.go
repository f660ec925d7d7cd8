package worker_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
)

func TestMain(m *testing.M) {
	untrusted.Main()
	os.Exit(m.Run())
}

// TestDeadlyJobs has one tenant's jobs ask for more memory than there is, or for all that a child
// may take. The other tenant's jobs are proved meanwhile, by the same worker.
func TestDeadlyJobs(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 20
	}
	clients, log, _ := start(t, servicetest.Start(t, "a", "b"), worker.Config{})
	e := servicetest.Groth16(t, &servicetest.Partition{})
	var working sync.WaitGroup
	defer working.Wait()
	prove := func(c *client.Client, i int, split uint64, want error) {
		full := e.Witness(t, &servicetest.Partition{Split: split, X: 5})
		_, err := c.Prove(t.Context(), "partition", full, client.WithKey(fmt.Sprint(i)))
		if !errors.Is(err, want) || want != nil && !strings.Contains(err.Error(), "died") {
			t.Errorf("a split at %d: %v", split, err)
		}
	}
	for k, c := range clients {
		add(t, c, e, client.WithName("partition"))
		for of := range 4 {
			working.Go(func() {
				for i := of; i < n; i += 4 {
					if k == 0 {
						prove(c, i, []uint64{1 << 45, 1 << 34}[i%2], client.ErrUnsatisfied)
					} else {
						prove(c, i, 10, nil)
					}
				}
			})
		}
	}
	working.Wait()
	if strings.Contains(log.String(), "job given back") {
		t.Error(log)
	}
}
