package vector

import (
	"math/big"
	"slices"
	"testing"
)

// sparse sends a matrix to the device. Its rows are lists of indices and numbers of coefficients,
// in turn.
func sparse(
	t *testing.T, w *Workspace, f testField, coefficients *Vector, at []uint32, rows [][]uint32,
) *Sparse {
	t.Helper()
	starts, terms := []uint32{0}, slices.Concat(rows...)
	for _, row := range rows {
		starts = append(starts, starts[len(starts)-1]+uint32(len(row)/2))
	}
	return &Sparse{
		Coefficients: coefficients,
		Starts:       indexVector(t, w, f, starts),
		Rows:         indexVector(t, w, f, at),
		Terms:        indexVector(t, w, f, terms),
		NbRows:       len(rows), NbTerms: len(terms) / 2,
	}
}

// TestMultiplySparse has rows without terms, with each kind of coefficient, and with many terms.
func TestMultiplySparse(t *testing.T) {
	b := testStore(t)
	for _, f := range testFields {
		w := testWorkspace(t, b)
		const n, first = 600, 5 // the first coefficient that is none of 0, 1, 2, −1, −2
		words := f.Elements(n, 1)
		x := f.Integers(words)
		c := []*big.Int{big.NewInt(0), big.NewInt(1), big.NewInt(2), big.NewInt(-1), big.NewInt(-2)}
		c = append(c, f.Integers(f.Elements(20, 2))...)
		for _, k := range c {
			k.Mod(k, f.Modulus)
		}
		from, coefficients := upload(t, w, f.Field, words), upload(t, w, f.Field, f.Words(c))
		rows := [][]uint32{{}, {7, 0}, {7, 1}, {7, 2}, {7, 3}, {7, 4}, {7, first}, {8, 1, 8, 3}}
		for length := range 300 {
			var row []uint32
			for i := range length % 40 {
				row = append(row, uint32(7*length+13*i)%n, uint32(length*i)%uint32(len(c)))
			}
			rows = append(rows, row)
		}
		at, want := make([]uint32, len(rows)), f.Integers(f.Elements(n, 3))
		to := upload(t, w, f.Field, f.Elements(n, 3))
		for i, row := range rows {
			at[i] = uint32(n - 1 - i)
			sum := new(big.Int)
			for terms := row; len(terms) > 0; terms = terms[2:] {
				sum.Add(sum, new(big.Int).Mul(x[terms[0]], c[terms[1]]))
			}
			want[at[i]] = sum
		}
		m := sparse(t, w, f, coefficients, at, rows)
		w.MultiplySparse(to, m, from)
		f.checkVector(t, w, "sparse product", to, want)

		// What is not there counts for nothing.
		wrong := sparse(t, w, f, coefficients, []uint32{1, n},
			[][]uint32{{n, 1, 3, uint32(len(c)), 2, 1}, {1, 1}})
		w.MultiplySparse(to, wrong, from)
		want[1] = x[2]
		f.checkVector(t, w, "sparse product out of range", to, want)

		m.NbRows = m.Rows.Len() * f.ElementBytes() / 4
		w.MultiplySparse(to, m, from)
		if w.Err() == nil {
			t.Error("too few indices")
		}
		forget(w)
	}
}

// TestCheckProducts finds one wrong product, wherever it is, and no right one.
func TestCheckProducts(t *testing.T) {
	eachField(t, func(t *testing.T, b *Store, f testField, n int) {
		w := testWorkspace(t, b)
		x, y := upload(t, w, f.Field, f.Elements(n, 1)), upload(t, w, f.Field, f.Elements(n, 2))
		z := zeros(t, w, f.Field, n)
		w.Multiply(z, x, y)
		wrong := zeros(t, w, f.Field, 1)
		w.CheckProducts(wrong, x, y, z)
		f.checkVector(t, w, "no wrong product", wrong, []*big.Int{new(big.Int)})
		one, middle := f.Words([]*big.Int{big.NewInt(1)}), z.Slice(n/2, n/2+1)
		w.Add(middle, middle, upload(t, w, f.Field, one))
		w.CheckProducts(wrong, x, y, z)
		f.checkVector(t, w, "a wrong product", wrong, []*big.Int{big.NewInt(1)})
		w.CheckProducts(wrong.Slice(0, 0), x, y, z)
		if w.Err() == nil {
			t.Error("no room for the result")
		}
		forget(w)
	})
}
