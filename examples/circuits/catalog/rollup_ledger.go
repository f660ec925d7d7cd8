package catalog

import (
	"math/big"

	"github.com/consensys/gnark-crypto/signature"
	nativeeddsa "github.com/consensys/gnark-crypto/signature/eddsa"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/signature/eddsa"
)

// ledger holds the data of a [Rollup]'s operator. It has the accounts with their tree, and here
// the owners' keys as well.
type ledger struct {
	curve    native
	tree     *tree
	accounts map[int]*ledgerAccount // by position
	owners   []int                  // the positions in use
}

type ledgerAccount struct {
	key            signature.Signer
	balance, count *big.Int
}

// newLedger makes up accounts at random positions. Their balances leave room for the amounts that
// they may receive.
func newLedger(curve native, random seeded) (*ledger, error) {
	l := &ledger{curve: curve, accounts: map[int]*ledgerAccount{}}
	l.tree = newTree(rollupDepth, curve.poseidon2Node)
	for len(l.owners) < rollupOwners {
		position := int(random.Below(big.NewInt(1 << rollupDepth)).Int64())
		if l.accounts[position] != nil {
			continue
		}
		key, err := nativeeddsa.New(curve.edwards, random)
		if err != nil {
			return nil, err
		}
		balance := random.Below(new(big.Int).Lsh(big.NewInt(1), balanceBits/2))
		l.accounts[position] = &ledgerAccount{key: key, balance: balance, count: new(big.Int)}
		l.owners = append(l.owners, position)
		l.write(position)
	}
	return l, nil
}

// pick chooses an account.
func (l *ledger) pick(random seeded) int {
	return l.owners[random.Below(big.NewInt(rollupOwners)).Int64()]
}

// transfer signs a transfer, applies it, and returns the circuit's data about it. It does not ask
// whether the sender has the amount: that is for the circuit.
func (l *ledger) transfer(sender, receiver int, amount *big.Int) (t transfer, err error) {
	from, to := l.accounts[sender], l.accounts[receiver]
	t.Amount = amount
	if t.Signature, err = l.sign(from.key, sender, receiver, amount); err != nil {
		return t, err
	}
	t.Sender = l.read(sender)
	from.balance = new(big.Int).Sub(from.balance, amount)
	from.count = plus(from.count, 1)
	l.write(sender)
	t.Receiver = l.read(receiver) // as the sending has left it, if they are the same
	to.balance = new(big.Int).Add(to.balance, amount)
	l.write(receiver)
	return t, nil
}

// sign makes the order for a transfer.
func (l *ledger) sign(key signature.Signer, sender, receiver int,
	amount *big.Int) (eddsa.Signature, error) {
	order := l.curve.poseidon2Hash(big.NewInt(int64(sender)), big.NewInt(int64(receiver)),
		amount, l.accounts[sender].count)
	return l.curve.sign(key, order, l.curve.poseidon2)
}

// read returns an account as a transfer finds it.
func (l *ledger) read(position int) account {
	a := l.accounts[position]
	read := account{
		Owner: l.curve.public(a.key), Balance: a.balance, Count: a.count, Position: position,
	}
	copy(read.Path[:], l.tree.Path(position))
	return read
}

// write puts the hash of an account into the tree.
func (l *ledger) write(position int) {
	a := l.accounts[position]
	owner := l.curve.public(a.key).A
	l.tree.Set(position, l.curve.poseidon2Hash(coordinate(owner.X), coordinate(owner.Y), a.balance,
		a.count))
}

// coordinate is a coordinate as gnark assigns it: big-endian bytes.
func coordinate(assigned frontend.Variable) *big.Int {
	return new(big.Int).SetBytes(assigned.([]byte))
}
