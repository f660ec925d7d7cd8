package solver

import (
	"math/bits"
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

func (m *Machine[E]) find(counting, part uint32) error {
	c := &m.Program.Counts[counting]
	rows := m.buffers.found[counting][part*program.PartQueries:]
	rows = rows[:min(len(rows), program.PartQueries)]
	code, pc := c.Parts[part], 0
	v, keys, beyond := m.scratch.words, grow(&m.scratch.counts, len(rows)), uint64(0)
	for i := range keys {
		keys[i] = 0
		for column := range c.Columns {
			pc = m.integer(code, pc, v)
			keys[i] |= v[0] << (uint(column) * c.Table.Bits)
			beyond |= v[0] >> c.Table.Bits
			for _, word := range v[1:] {
				beyond |= word
			}
		}
	}
	if !c.Table.Find(rows, keys) || beyond != 0 {
		return ErrNotInTable
	}
	return nil
}

func (m *Machine[E]) count(counting uint32) {
	c := &m.Program.Counts[counting]
	counts := grow(&m.scratch.counts, c.Rows)
	clear(counts)
	for _, row := range m.buffers.found[counting] {
		counts[row]++
	}
	m.loops.SetAll(m.W[c.First:], counts)
}

// countElements runs a [program.CountElements], by an open hash table of the rows.
func (m *Machine[E]) countElements(c *program.Counting) error {
	counts := grow(&m.scratch.counts, c.Rows)
	clear(counts)
	slots := grow(&m.scratch.slots, 1<<bits.Len(uint(2*c.Rows)))
	clear(slots)
	rows := grow(&m.scratch.rows, (c.Rows+1)*c.Columns)
	all := words(rows)
	size, pc := len(all)/(c.Rows+1), 0 // words of a row
	for i := range c.Rows + c.Queries {
		at := min(i, c.Rows)
		row := rows[at*c.Columns:][:c.Columns]
		for j := range row {
			pc = m.loops.Evaluate(c.Code, pc, &row[j])
		}
		slot := slotOf(slots, all, all[at*size:][:size])
		switch {
		case i >= c.Rows && *slot != 0:
			counts[*slot-1]++
		case i < c.Rows && *slot == 0:
			*slot = uint32(i) + 1
		default: // or a row occurs twice
			return ErrNotInTable
		}
	}
	m.loops.SetAll(m.W[c.First:], counts)
	return nil
}

// slotOf returns the slot of a row's words, or the empty slot for it. A slot has the row's index
// plus one.
func slotOf(slots []uint32, rows, row []uint64) *uint32 {
	const golden = 0x9e3779b97f4a7c15
	hash, n, mask := uint64(0), len(row), len(slots)-1
	for _, word := range row {
		hash = (hash ^ word) * golden
		hash ^= hash >> 32
	}
	for i := int(hash*golden>>33) & mask; ; i = (i + 1) & mask {
		slot := &slots[i]
		if *slot == 0 || slices.Equal(rows[int(*slot-1)*n:][:n], row) {
			return slot
		}
	}
}
