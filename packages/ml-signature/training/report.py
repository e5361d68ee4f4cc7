"""The evaluation as one page, with its diagrams drawn as SVG."""
import html as escaping

STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .7rem;border-bottom:1px solid #d8dee4;text-align:right}th:first-child,td:first-child{text-align:left}
figure{display:inline-block;margin:0 2rem 1rem 0}figcaption{color:#57606a;font-size:.9rem}
code{font-size:.85rem}
"""
SIDE = 300


def escape(value):
    return escaping.escape(str(value))


def table(head, rows):
    cells = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(value)}</td>" for value in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


def diagram(inside, caption, across, up):
    grid = "".join(
        f'<path d="M{SIDE * n / 5:.0f} 0V{SIDE}M0 {SIDE * n / 5:.0f}H{SIDE}" stroke="#eaeef2"/>'
        f'<text x="{SIDE * n / 5:.0f}" y="{SIDE + 14}" text-anchor="middle">{n / 5:g}</text>'
        f'<text x="-6" y="{SIDE - SIDE * n / 5 + 4:.0f}" text-anchor="end">{n / 5:g}</text>'
        for n in range(6)
    )
    return (
        f'<figure><svg width="{SIDE + 60}" height="{SIDE + 50}" viewBox="-50 -10 {SIDE + 60} {SIDE + 50}" font-size="11" '
        f'role="img" aria-label="{escape(caption)}">{grid}<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="#8c959f"/>{inside}'
        f'<text x="{SIDE / 2}" y="{SIDE + 32}" text-anchor="middle">{escape(across)}</text>'
        f'<text transform="translate(-38 {SIDE / 2}) rotate(-90)" text-anchor="middle">{escape(up)}</text></svg>'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def line(points, colour="#0969da"):
    path = " ".join(f"{x * SIDE:.1f},{SIDE - y * SIDE:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'


def roc(points, full, caption):
    false, true = points
    shown = [(0, 0)] + [(f / full, t) for f, t in zip(false, true) if f <= full]
    return diagram(line(shown), caption, f"false accepts (the whole width is {full:g})", "signatures found")


def reliabilities(rows):
    dots = "".join(
        f'<circle cx="{said * SIDE:.1f}" cy="{SIDE - right * SIDE:.1f}" r="{2 + min(count, 4000) ** 0.5 / 12:.1f}" fill="#0969da" '
        f'fill-opacity=".6"><title>{count} images</title></circle>'
        for said, right, count in rows
    )
    return diagram(line([(0, 0), (1, 1)], "#8c959f") + dots, "Reliability of the most probable kind", "probability told", "share that is right")


def confusion(rows, kinds):
    head = "".join(f"<th>{escape(kind)}</th>" for kind in kinds)
    body = ""
    for kind, row in zip(kinds, rows):
        total = max(sum(row), 1)
        cells = "".join(
            f'<td style="background:rgba(9,105,218,{value / total:.2f});color:{"#fff" if value / total > 0.5 else "inherit"}">{value}</td>'
            for value in row
        )
        body += f"<tr><td>{escape(kind)}</td>{cells}<td>{row[kinds.index(kind)] / total:.3f}</td></tr>"
    return f"<table><thead><tr><th>is \\ taken for</th>{head}<th>recall</th></tr></thead><tbody>{body}</tbody></table>"


def html(result, kinds, curve, rows, mistakes):
    overall = result["otherWriters"]
    columns = [overall, result["withoutLoneGroups"], result["labelsAsTheyCame"]]
    headline = [("images", *(column["images"] for column in columns))] + [
        (name, *(f"{column[key]:.4f}" for column in columns))
        for name, key in [
            ("accuracy", "accuracy"),
            ("macro-F1", "macroF1"),
            ("area under the curve, signatures against the rest", "area"),
            ("signatures found at 1 % false accepts", "truePositivesAt1Percent"),
            ("expected calibration error, most probable kind", "calibrationError"),
            ("expected calibration error, signature or not", "calibrationErrorOfSignatures"),
        ]
    ]
    bounds = (
        f"A signature counts from a probability of {result['acceptFrom']}: {result['falseRejections']:.4f} of the signatures are "
        f"rejected there, {result['falseAccepts']:.4f} of everything else is accepted."
    )
    unseen = [
        (
            source,
            row["signatures"],
            row["others"],
            f"{row['area']:.4f}",
            f"{row['truePositivesAt1Percent']:.3f}",
            f"{row['accepted']:.3f}",
            f"{row['falseAccepts']:.4f}",
            f"{row['calibrationError']:.3f}",
        )
        for source, row in result["unseenSources"].items()
    ]
    sources = [(row["source"], row["images"], f"{row['accuracy']:.3f}", f"{row['accepted']:.3f}") for row in result["bySource"]]
    worst = "".join(
        f"<h3>{escape(source)}</h3>"
        + table(["image", "taken for", "probability"], [(path, kind, f"{odds:.3f}") for path, kind, odds in images])
        for source, images in sorted(mistakes.items())
    )
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Signature model: evaluation</title><style>{STYLE}</style>
<h1>Signature model: evaluation</h1>
<p>Two folds by group (a writer, a document, a font), each held out of one network together with two sources of signatures: no network has
seen the group that it is judged on. Probabilities are calibrated by the other fold and the other sources. Paths are those of the corpus; no image is shown, because signatures are personal data.</p>
{table(["other writers", "all", "without lone groups", "all, labels as they came"], headline)}
<p>{escape(bounds)} Lone groups are sources that are one group ({escape(", ".join(result["loneGroups"]))}): when they are
judged, nothing of their source was trained with. Labels were corrected before training (training/labels.txt); the last column
scores the same probabilities by the labels as they came.</p>
<h2>By kind</h2>
{confusion(overall["confusion"], kinds)}
<p>F1: {", ".join(f"{kind} {value:.3f}" for kind, value in zip(kinds, overall["f1"]))}.</p>
<h2>Curves</h2>
{roc(curve, 1, "Receiver operating characteristic, signatures against the rest")}
{roc(curve, 0.05, "The same, up to 5 % false accepts")}
{reliabilities(rows)}
<h2>Sources of signatures that were not trained with</h2>
<p>Every signature of the source is left out of training; judged against what is none in the fold that is left out too. Mean
area {result["meanAreaOfUnseenSources"]:.4f}.</p>
{table(["source", "signatures", "others", "area", "found at 1 %", "accepted", "false accepts", "calibration error"], unseen)}
<h2>By source</h2>
{table(["class/source", "images", "accuracy", "accepted as signature"], sources)}
<h2>The most confident mistakes of each source</h2>
{worst}
</html>
"""
