package catalog

import (
	"math/big"
	"testing"

	"github.com/consensys/gnark/test"
)

// TestRollupRefuses has operators who cheat. All but the first keep the Merkle tree in order, so
// that nothing but the rule that they break can tell.
func TestRollupRefuses(t *testing.T) {
	one := big.NewInt(1)
	for name, cheat := range map[string]func(*testing.T, *ledger, *rollupCircuit){
		"nothing": nil,
		"a root that is not theirs": func(_ *testing.T, l *ledger, c *rollupCircuit) {
			c.OldRoot = plus(l.tree.Root(), 1)
		},
		"more than the sender has": func(t *testing.T, l *ledger, c *rollupCircuit) {
			sender := l.owners[0]
			c.Transfers[0] = mustTransfer(t, l, sender, l.owners[1],
				plus(l.accounts[sender].balance, 1))
		},
		"a negative amount": func(t *testing.T, l *ledger, c *rollupCircuit) {
			c.Transfers[0] = mustTransfer(t, l, l.owners[0], l.owners[1], big.NewInt(-1))
		},
		"more than a balance holds": func(t *testing.T, l *ledger, c *rollupCircuit) {
			full := new(big.Int).Lsh(one, balanceBits)
			l.accounts[l.owners[1]].balance = full.Sub(full, one)
			l.write(l.owners[1])
			c.OldRoot = l.tree.Root()
			c.Transfers[0] = mustTransfer(t, l, l.owners[0], l.owners[1], one)
		},
		"an order of somebody else": func(t *testing.T, l *ledger, c *rollupCircuit) {
			forged, err := l.sign(l.accounts[l.owners[2]].key, l.owners[0], l.owners[1], one)
			if err != nil {
				t.Fatal(err)
			}
			c.Transfers[0] = mustTransfer(t, l, l.owners[0], l.owners[1], one)
			c.Transfers[0].Signature = forged
		},
		"the same order twice": func(t *testing.T, l *ledger, c *rollupCircuit) {
			order := mustTransfer(t, l, l.owners[0], l.owners[1], one)
			again := mustTransfer(t, l, l.owners[0], l.owners[1], one)
			again.Signature = order.Signature
			c.Transfers = []transfer{order, again}
		},
	} {
		t.Run(name, func(t *testing.T) {
			curve := natives[0]
			l, err := newLedger(curve, request{}.random())
			if err != nil {
				t.Fatal(err)
			}
			c := &rollupCircuit{OldRoot: l.tree.Root(), Transfers: make([]transfer, 1)}
			if cheat != nil {
				cheat(t, l, c)
			}
			if c.Transfers[0].Amount == nil {
				c.Transfers[0] = mustTransfer(t, l, l.owners[0], l.owners[1], one)
			}
			c.NewRoot = l.tree.Root()
			circuit := &rollupCircuit{Transfers: make([]transfer, len(c.Transfers)),
				edwards: curve.edwards}
			err = test.IsSolved(circuit, c, curve.field())
			if honest := cheat == nil; honest != (err == nil) {
				t.Errorf("proved: %t, %v", err == nil, err)
			}
		})
	}
}

func mustTransfer(t *testing.T, l *ledger, sender, receiver int, amount *big.Int) transfer {
	t.Helper()
	made, err := l.transfer(sender, receiver, amount)
	if err != nil {
		t.Fatal(err)
	}
	return made
}
