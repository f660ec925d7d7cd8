package integers

import "math/big"

// ReconstructExt solves k·(z + λt) = x + λy modulo r. It returns small x, y, z and t. z or t is
// not 0.
func ReconstructExt(k, lambda, r *big.Int) []*big.Int {
	rows := multiples(r, 4, 3)
	setRelation(rows[4], lambda, r)
	rows[5][0].Mod(k, r)
	rows[5][2].SetInt64(1)
	setRelation(rows[6][2:], lambda, r)
	bound := new(big.Int).Sqrt(r)
	return short(rows, bound.Sqrt(bound), 2)
}

// MultiReconstruct solves k·z = x and l·z = y modulo r. It returns small x, y and z. z is not 0.
func MultiReconstruct(in []*big.Int) []*big.Int {
	k, l, r := in[0], in[1], in[2]
	rows := multiples(r, 3, 1)
	rows[3][0].Mod(k, r)
	rows[3][1].Mod(l, r)
	rows[3][2].SetInt64(1)
	return short(rows, cubeRoot(new(big.Int).Mul(r, r)), 2)
}

// MultiReconstructExt returns small u, v, x, y, z and t. They solve k·(z + λt) = u + λv and
// l·(z + λt) = x + λy modulo r, where z or t is not 0.
func MultiReconstructExt(in []*big.Int) []*big.Int {
	k, l, r, lambda := in[0], in[1], in[2], in[3]
	rows := multiples(r, 6, 4)
	setRelation(rows[6], lambda, r)
	setRelation(rows[7][2:], lambda, r)
	rows[8][0].Mod(k, r)
	rows[8][2].Mod(l, r)
	rows[8][4].SetInt64(1)
	setRelation(rows[9][4:], lambda, r)
	return short(rows, cubeRoot(r), 4)
}

// multiples returns the rows of r times the identity, and more rows that are zero.
func multiples(r *big.Int, columns, more int) [][]big.Int {
	rows := make([][]big.Int, columns+more)
	for i := range rows {
		rows[i] = make([]big.Int, columns)
		if i < columns {
			rows[i][i].Set(r)
		}
	}
	return rows
}

// setRelation sets the first two entries of a row to (−λ, 1). They stand for 0.
func setRelation(row []big.Int, lambda, r *big.Int) {
	row[0].Mod(lambda, r)
	row[0].Neg(&row[0])
	row[1].SetInt64(1)
}

// short reduces rows until one ends the reduction, and returns that one. If none does, it returns
// the one with the least maximum among the rows that are not zero from column denominator on.
func short(rows [][]big.Int, bound *big.Int, denominator int) []*big.Int {
	best := newReduction(rows, bound, denominator).run()
	if best < 0 {
		best = least(rows, denominator)
	}
	entries := make([]*big.Int, len(rows[best]))
	for i := range entries {
		entries[i] = &rows[best][i]
	}
	return entries
}

func least(rows [][]big.Int, denominator int) int {
	best, norm := -1, new(big.Int)
	for i, row := range rows {
		if isZero(row[denominator:]) {
			continue
		}
		largest := &row[0]
		for j := range row {
			if row[j].CmpAbs(largest) > 0 {
				largest = &row[j]
			}
		}
		if best < 0 || largest.CmpAbs(norm) < 0 {
			best, norm = i, largest
		}
	}
	return best
}

// cubeRoot returns the largest integer whose cube is at most n > 0. It uses Newton's method.
func cubeRoot(n *big.Int) *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), uint(n.BitLen()+2)/3)
	for {
		y := new(big.Int).Mul(x, x)
		y.Quo(n, y)
		y.Add(y, x).Add(y, x)
		y.Quo(y, big.NewInt(3))
		if y.Cmp(x) >= 0 {
			return x
		}
		x = y
	}
}
