package report

import (
	"cmp"
	"fmt"
	"html/template"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
)

// bar is one of the chart. Lengths are pixels; Middle is where its texts stand.
type bar struct {
	Label, Text, Colour string
	Top, Middle         int
	Length, End         int
}

// picture has horizontal bars, with a label before each and a text behind it.
var picture = template.Must(template.New("").Parse(`<svg xmlns="http://www.w3.org/2000/svg" ` +
	`width="764" height="{{.Height}}" viewBox="0 0 764 {{.Height}}" ` +
	`font-family="Liberation Sans,Arial,sans-serif" font-size="13">
<rect width="100%" height="100%" fill="#FFFFFF"/>
<text x="382" y="24" font-size="16" text-anchor="middle">` +
	`Times faster than gnark&#39;s prover on the CPU</text>
{{range .Bars}}<text x="104" y="{{.Middle}}" text-anchor="end">{{.Label}}</text>
<rect x="112" y="{{.Top}}" width="{{.Length}}" height="18" fill="{{.Colour}}"/>
<text x="{{.End}}" y="{{.Middle}}">{{.Text}}</text>
{{end}}<text x="382" y="{{.Bottom}}" text-anchor="middle">{{.About}}</text>
</svg>
`))

// colours of Groth16's bars and of PLONK's, of Okabe and Ito (Color Universal Design, 2008).
var colours = map[string]string{"groth16": "#0072B2", "plonk": "#D55E00"}

// WriteChart writes the summary of the first machine as a picture for README: a bar for each line,
// as long as gnark's time is times ours.
func WriteChart(w io.Writer, rows []*results.Row) error {
	all, err := sections(rows)
	if err != nil {
		return err
	}
	lines := summarize(all[0].rows)
	if len(lines) == 0 {
		return fmt.Errorf("%w: no proof beside gnark's", ErrNoRows)
	}
	const first, step, longest, left, gap = 40, 24, 420, 112, 6
	highest := 0.0
	for _, row := range lines {
		highest = max(highest, row.Faster())
	}
	var bars []bar
	for i, row := range lines {
		length := int(row.Faster() / highest * longest)
		ours, gnark := row.Median(results.Ours), row.Median(results.Gnark)
		bars = append(bars, bar{
			Label: summaryColumns[0].Cell(row), Colour: colours[row.Setting["scheme"]],
			Text: fmt.Sprintf("%s× (%s instead of %s)", table.Short(row.Faster()),
				table.Duration(ours), table.Duration(gnark)),
			Top: first + i*step, Middle: first + i*step + 14,
			Length: length, End: left + gap + length,
		})
	}
	bottom := first + len(bars)*step + step
	return picture.Execute(w, map[string]any{
		"Bars": bars, "Bottom": bottom, "Height": bottom + step/2,
		"About": fmt.Sprintf("%s, %s, solver included", about(lines[0]),
			cmp.Or(lines[0].Machine.Device.Name, "CPU")),
	})
}
