package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/chart"
)

// Peers are the figures of other systems.
type Peers struct {
	About  string  `json:"about"`
	Sums   []*Peer `json:"sums"`
	Proofs []*Peer `json:"proofs"`
}

// Peer is one system in one setting.
type Peer struct {
	System   string `json:"system"`
	Version  string `json:"version"` // empty if it is not known
	Setting  string `json:"setting"`
	Hardware string `json:"hardware"`
	// beside the others, as Peers.About says; otherwise published by its authors
	Measured     bool   `json:"measured"`
	Curve        string `json:"curve"`
	Group        string `json:"group"`        // of a sum
	Distribution string `json:"distribution"` // of a sum's scalars
	Scheme       string `json:"scheme"`       // of a proof
	// Milliseconds by log₂ of a sum's points, or by a proof's constraints.
	Milliseconds map[string]float64 `json:"milliseconds"`
}

// ReadPeers reads a file of figures.
func ReadPeers(r io.Reader) (*Peers, error) {
	decoder := json.NewDecoder(r)
	decoder.DisallowUnknownFields()
	peers := new(Peers)
	if err := decoder.Decode(peers); err != nil {
		return nil, fmt.Errorf("figures of other systems: %w", err)
	}
	for _, p := range slices.Concat(peers.Sums, peers.Proofs) {
		for size, ms := range p.Milliseconds {
			if _, err := strconv.Atoi(size); err != nil || ms <= 0 {
				return nil, fmt.Errorf("figures of other systems: %s: %q takes %v ms", p.System,
					size, ms)
			}
		}
	}
	return peers, nil
}

// source says whose figures these are.
func (p *Peer) source() string {
	if p.Measured {
		return "measured"
	}
	return "published"
}

// sizes are the figures by numbers. ReadPeers has looked whether they are.
func (p *Peer) sizes() map[int]float64 {
	sizes := map[int]float64{}
	for size, ms := range p.Milliseconds {
		n, _ := strconv.Atoi(size)
		sizes[n] = ms
	}
	return sizes
}

// near says whether the peer has a figure of about a size, up to half as much again.
func (p *Peer) near(size int) bool {
	for n := range p.sizes() {
		if 2*n < 3*size && 2*size < 3*n {
			return true
		}
	}
	return false
}

// series is the peer as a line of a chart. x turns a size into a number of points or constraints.
func (p *Peer) series(x func(size float64) float64) chart.Series {
	s := chart.Series{Label: fmt.Sprintf("%s, %s: %s; %s",
		strings.TrimSpace(p.System+" "+p.Version), p.source(), p.Setting, p.Hardware)}
	for n, ms := range p.sizes() {
		s.Points = append(s.Points, chart.Point{X: x(float64(n)), Y: ms})
	}
	sortPoints(s.Points)
	return s
}

func sortPoints(points []chart.Point) {
	slices.SortFunc(points, func(a, b chart.Point) int { return cmp.Compare(a.X, b.X) })
}
