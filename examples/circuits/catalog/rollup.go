package catalog

import (
	"github.com/consensys/gnark-crypto/ecc/twistededwards"
	"github.com/consensys/gnark/frontend"
	edwards "github.com/consensys/gnark/std/algebra/native/twistededwards"
	stdhash "github.com/consensys/gnark/std/hash"
	"github.com/consensys/gnark/std/permutation/poseidon2"
	"github.com/consensys/gnark/std/signature/eddsa"
)

// Rollup is a batch of transfers between accounts. The prover knows signed transfers that lead from
// one public root of the accounts' Merkle tree to another. An account is a leaf of the tree, the
// Poseidon2 hash of its owner's key, a balance and a count of the transfers it has sent. A transfer
// names two accounts and an amount and carries its sender's EdDSA signature, of the count as well,
// so that none can be sent twice. It replaces two leaves, one after the other: each step opens the
// old leaf under the root so far and computes the next root along the same path. Amounts and
// balances are numbers of 64 bits: nobody can send more than their balance. The number of transfers
// is chosen by the number of constraints, at least one.
var Rollup = Circuit{
	name:        "rollup",
	description: "knowledge of signed transfers from one Poseidon2 Merkle root to another",
	scaling:     "about 18500 constraints a transfer, in any number",
	size:        counting("transfer", "transfers"),
	circuit:     newRollup,
	assign:      rollupAssignment,
}

const (
	rollupDepth  = 10 // of the tree of accounts: 1024 of them
	balanceBits  = 64
	rollupOwners = 8 // accounts in use in an assignment; the others are empty
)

// rollupAssignment makes up a ledger and transfers.
func rollupAssignment(r request, count int, wrong int64) (frontend.Circuit, error) {
	random := r.random()
	ledger, err := newLedger(r.curve, random)
	if err != nil {
		return nil, err
	}
	c := &rollupCircuit{OldRoot: ledger.tree.Root()}
	for range count {
		sender, receiver := ledger.pick(random), ledger.pick(random)
		amount := random.Below(plus(ledger.accounts[sender].balance, 1))
		t, err := ledger.transfer(sender, receiver, amount)
		if err != nil {
			return nil, err
		}
		c.Transfers = append(c.Transfers, t)
	}
	c.NewRoot = plus(ledger.tree.Root(), wrong)
	return c, nil
}

type rollupCircuit struct {
	OldRoot, NewRoot frontend.Variable `gnark:",public"`
	Transfers        []transfer

	edwards twistededwards.ID
}

// transfer is a transfer with the two accounts as it finds them.
type transfer struct {
	Amount           frontend.Variable
	Signature        eddsa.Signature
	Sender, Receiver account
}

// account is an account, its position, and the siblings above its leaf.
type account struct {
	Owner          eddsa.PublicKey
	Balance, Count frontend.Variable
	Position       frontend.Variable
	Path           [rollupDepth]frontend.Variable
}

func newRollup(r request, transfers int) (frontend.Circuit, error) {
	return &rollupCircuit{Transfers: make([]transfer, transfers), edwards: r.curve.edwards}, nil
}

// Define implements frontend.Circuit.
func (c *rollupCircuit) Define(api frontend.API) error {
	curve, err := edwards.NewEdCurve(api, c.edwards)
	if err != nil {
		return err
	}
	permutation, err := poseidon2.NewPoseidon2(api)
	if err != nil {
		return err
	}
	r := rollup{api, curve, permutation}
	root := c.OldRoot
	for _, t := range c.Transfers {
		if root, err = r.apply(root, t); err != nil {
			return err
		}
	}
	api.AssertIsEqual(root, c.NewRoot)
	return nil
}

// rollup builds the constraints of transfers.
type rollup struct {
	api         frontend.API
	curve       edwards.Curve
	permutation *poseidon2.Permutation
}

// apply constrains a transfer to be right over root. It returns the root after it.
func (r rollup) apply(root frontend.Variable, t transfer) (frontend.Variable, error) {
	order := r.hash(t.Sender.Position, t.Receiver.Position, t.Amount, t.Sender.Count)
	if err := eddsa.Verify(r.curve, t.Signature, order, t.Sender.Owner, r.hasher()); err != nil {
		return nil, err
	}
	r.assertAmount(t.Amount)
	sent, received := t.Sender, t.Receiver
	sent.Balance, sent.Count = r.api.Sub(sent.Balance, t.Amount), r.api.Add(sent.Count, 1)
	received.Balance = r.api.Add(received.Balance, t.Amount)
	r.assertAmount(sent.Balance)
	r.assertAmount(received.Balance)
	root = r.replace(root, t.Sender, sent)
	return r.replace(root, t.Receiver, received), nil
}

// assertAmount constrains x to 64 bits.
func (r rollup) assertAmount(x frontend.Variable) { r.api.ToBinary(x, balanceBits) }

// replace constrains old to be a leaf under root. It returns the root with a new account in its
// place.
func (r rollup) replace(root frontend.Variable, old, replacement account) frontend.Variable {
	before, after := r.leaf(old), r.leaf(replacement)
	for level, right := range r.api.ToBinary(old.Position, rollupDepth) {
		before = merkleParent(r.api, r.permutation, before, old.Path[level], right)
		after = merkleParent(r.api, r.permutation, after, old.Path[level], right)
	}
	r.api.AssertIsEqual(before, root)
	return after
}

func (r rollup) leaf(a account) frontend.Variable {
	return r.hash(a.Owner.A.X, a.Owner.A.Y, a.Balance, a.Count)
}

func (r rollup) hash(elements ...frontend.Variable) frontend.Variable {
	h := r.hasher()
	h.Write(elements...)
	return h.Sum()
}

func (r rollup) hasher() stdhash.FieldHasher {
	return stdhash.NewMerkleDamgardHasher(r.api, r.permutation, 0)
}

// merkleParent is the node above a node and its sibling. right is 1 where the node is the right one
// of them.
func merkleParent(api frontend.API, permutation *poseidon2.Permutation, node, sibling,
	right frontend.Variable) frontend.Variable {
	return permutation.Compress(api.Select(right, sibling, node), api.Select(right, node, sibling))
}
