package vector

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// UploadIndices queues the copy of indices to the memory of a vector. The vector has
// [plan.IndexElements] elements. UploadIndices returns once the indices have been read. Dry devices
// read none.
func (w *Workspace) UploadIndices(v *Vector, indices []uint32) {
	bytes, size := raw.Bytes(indices), v.memory.field.ElementBytes()
	whole := min(len(bytes)/size, v.count)
	w.Upload(v.Slice(0, whole), bytes[:whole*size])
	if rest := bytes[whole*size:]; len(rest) > 0 || whole < v.count {
		w.Upload(v.Slice(whole, v.count), append(make([]byte, 0, size), rest...)[:size])
	}
}

// Gather queues to[i] = from[indices[i]], or 0 if from has no such element.
//
// The indices, of 32 bits in little-endian order, lie in the memory of a vector of at least
// [plan.IndexElements] elements. Vector to is none of the others.
func (w *Workspace) Gather(to, from, indices *Vector) {
	w.queue("selection", func() error {
		field := to.memory.field
		needed := plan.IndexElements(field, to.count)
		if indices.count < needed || to.overlaps(from) || to.overlaps(indices) {
			return fmt.Errorf("%d elements by indices in %d, which take %d, or in place",
				to.count, indices.count, needed)
		}
		args := gatherArgs{
			to: to.at(0), from: from.at(0), indices: indices.at(0),
			count: uint32(to.count), fromCount: uint32(from.count),
		}
		return launch(w, fieldKernels(field), "gather", to.count, kernels.VectorThreads, &args)
	}, to, from, indices)
}

// Sparse is a part of a sparse matrix: some of its rows, by their terms.
//
// The row of the matrix that is Rows[i] has the terms from Starts[i] up to Starts[i+1]. A term is
// two indices: of an element of a vector, and of its factor among the coefficients, of which the
// first four are 0, 1, 2 and −1. Indices have 32 bits and lie in the memory of vectors, in
// little-endian order.
//
// One thread computes a row. Rows of similar lengths ought to be neighbours, and none be long.
type Sparse struct {
	Coefficients        *Vector
	Starts, Rows, Terms *Vector
	NbRows, NbTerms     int
}

// MultiplySparse queues to[row] = Σ coefficient·from[index], over the terms of each row of a
// matrix. Other elements do not change. Vector to may be from if no row writes an element that a
// term reads.
func (w *Workspace) MultiplySparse(to *Vector, m *Sparse, from *Vector) {
	w.queue("sparse product", func() error {
		field := to.memory.field
		if err := m.check(field); err != nil {
			return err
		}
		args := sparseArgs{
			to: to.at(0), from: from.at(0), coefficients: m.Coefficients.at(0),
			starts: m.Starts.at(0), rows: m.Rows.at(0), terms: m.Terms.at(0),
			count: uint32(m.NbRows), toCount: uint32(to.count), fromCount: uint32(from.count),
			coefficientsCount: uint32(m.Coefficients.count), termsCount: uint32(m.NbTerms),
		}
		return launch(w, fieldKernels(field), "sparse_multiply", m.NbRows,
			kernels.VectorThreads, &args)
	}, to, from, m.Coefficients, m.Starts, m.Rows, m.Terms)
}

// check refuses indices that are fewer than the matrix has.
func (m *Sparse) check(f *plan.Field) error {
	for _, indices := range []struct {
		in *Vector
		n  int
	}{{m.Starts, m.NbRows + 1}, {m.Rows, m.NbRows}, {m.Terms, 2 * m.NbTerms}} {
		if needed := plan.IndexElements(f, indices.n); indices.in.count < needed {
			return fmt.Errorf("%d elements of indices, which take %d", indices.in.count, needed)
		}
	}
	return nil
}

// CheckProducts queues wrong[0] = 1 if a[i]·b[i] is not c[i] for some i. Otherwise wrong, a vector
// of one element or more, does not change.
func (w *Workspace) CheckProducts(wrong, a, b, c *Vector) {
	w.queue("check of products", func() error {
		if err := sameLength(a, b, c); err != nil || a.count == 0 {
			return err
		}
		if wrong.count == 0 {
			return fmt.Errorf("no element for the result")
		}
		args := checkProductsArgs{
			to: wrong.at(0), a: a.at(0), b: b.at(0), c: c.at(0), count: uint32(a.count),
		}
		return launch(w, fieldKernels(a.memory.field), "check_products", a.count,
			kernels.VectorThreads, &args)
	}, wrong, a, b, c)
}
