package protocol

import "github.com/gnark-accel/gnark-accel/internal/parallel"

// target is a pointer to an element of the group that pairings lead to.
type target[T any] interface {
	*T
	SetOne() *T
	Equal(*T) bool
}

// Pairs says whether the product of two pairings is 1, by functions of gnark-crypto. It takes the
// lines of the points in G2. The Miller loops run beside each other.
func Pairs[P, L, T any, GT target[T]](
	loop func([]P, []L) (T, error), exponentiate func(*T, ...*T) T, of [2]P, lines [2]L,
) (bool, error) {
	var factors [2]T
	var tasks parallel.Tasks
	for i := range of {
		tasks.Go(func() (err error) {
			factors[i], err = loop(of[i:i+1], lines[i:i+1])
			return err
		})
	}
	if err := tasks.Wait(); err != nil {
		return false, err
	}
	product, one := exponentiate(&factors[0], &factors[1]), new(T)
	return GT(&product).Equal(GT(one).SetOne()), nil
}
