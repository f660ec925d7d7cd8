package chart

// Lines is time against size, both axes logarithmic.
type Lines struct {
	Name   string // of the file, without extension
	Title  string
	X, Y   string // labels of the axes
	Series []Series
}

// Series is one line, or one mark if it has one point.
type Series struct {
	Label  string
	Detail string // a second, smaller line in the legend
	Ours   bool
	Points []Point // by ascending X; both coordinates positive
}

// Point of a series. X is on a scale of powers of two.
type Point struct{ X, Y float64 }

// Bars are horizontal bars from zero.
type Bars struct {
	Name  string
	Title string
	X     string
	Bars  []Bar
	// Reference is a value that a line marks, with its name; 0 for none.
	Reference     float64
	ReferenceName string
}

// Bar is one of them, with a text at its end.
type Bar struct {
	Label string
	Group int // bars of one group look the same
	Value float64
	Text  string
}

// Timeline is spans of time in tracks, the first track at the top.
type Timeline struct {
	Name   string
	Title  string
	X      string
	Tracks []Track
}

// Track is spans of one kind. Where they overlap they are drawn in several rows.
type Track struct {
	Label string
	Spans []Span
}

// Span is a part of the time.
type Span struct {
	Name        string
	Start, Took float64
}

// texts are possible labels of the span, the longest first.
func (s *Span) texts() []string { return []string{s.Name + ": " + short(s.Took), s.Name} }

// touch is by how much spans that follow one another may overlap, which is rounding.
const touch = 1e-3

// rows packs the spans of a track into as few rows as the order of their starts allows.
func (l *Track) rows() [][]Span {
	var rows [][]Span
next:
	for _, span := range l.Spans {
		for i, row := range rows {
			last := row[len(row)-1]
			if last.Start+last.Took <= span.Start+touch {
				rows[i] = append(row, span)
				continue next
			}
		}
		rows = append(rows, []Span{span})
	}
	return rows
}

// end is when the last span ends.
func (t *Timeline) end() (end float64) {
	for _, track := range t.Tracks {
		for _, span := range track.Spans {
			end = max(end, span.Start+span.Took)
		}
	}
	return end
}
