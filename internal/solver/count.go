package solver

import (
	"math/bits"

	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

func (m *Machine[E]) find(counting, part uint32) error {
	c := &m.Program.Counts[counting]
	rows := m.buffers.found[counting][part*program.PartQueries:]
	rows = rows[:min(len(rows), program.PartQueries)]
	pc := int(c.Parts[part])
	loops := m.loops
	for i := range rows {
		key, beyond := uint64(0), uint64(0)
		for column := range c.Columns {
			low, high, end := loops.Word(c.Code, pc)
			key |= low << (uint(column) * c.Table.Bits)
			beyond |= low>>c.Table.Bits | high
			pc = end
		}
		row, ok := c.Table.Find(key)
		if !ok || beyond != 0 {
			return ErrNotInTable
		}
		rows[i] = row
	}
	return nil
}

func (m *Machine[E]) count(counting uint32) {
	c := &m.Program.Counts[counting]
	counts := Grow(&m.Scratch.counts, c.Rows)
	clear(counts)
	for _, row := range m.buffers.found[counting] {
		counts[row]++
	}
	m.loops.SetAll(m.W[c.First:], counts)
}

// countElements runs a [program.CountElements], by an open hash table of the rows.
func (m *Machine[E]) countElements(c *program.Counting) error {
	counts := Grow(&m.Scratch.counts, c.Rows)
	clear(counts)
	slots := Grow(&m.Scratch.slots, 1<<bits.Len(uint(2*c.Rows)))
	clear(slots)
	rows := Grow(&m.Scratch.rows, (c.Rows+1)*c.Columns)
	pc := 0
	for i := range c.Rows + c.Queries {
		row := rows[min(i, c.Rows)*c.Columns:][:c.Columns]
		for j := range row {
			pc = m.loops.Evaluate(c.Code, pc, &row[j])
		}
		slot := m.system.Field.slotOf(slots, rows, row)
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

// slotOf returns the slot of a row, or the empty slot for it. A slot has the row's index plus one.
func (f *Field[E]) slotOf(slots []uint32, rows, row []E) *uint32 {
	const golden = 0x9e3779b97f4a7c15
	hash, mask := uint64(0), len(slots)-1
	for i := range row {
		x := f.ToU64(&row[i])
		hash = (hash ^ x[0]) * golden
		hash ^= hash>>32 ^ x[1]
	}
	n := len(row)
	for i := int(hash*golden>>33) & mask; ; i = (i + 1) & mask {
		slot := &slots[i]
		if *slot == 0 || f.Difference(rows[int(*slot-1)*n:][:n], row) == n {
			return slot
		}
	}
}
