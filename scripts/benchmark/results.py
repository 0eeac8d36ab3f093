"""What scripts/bench makes of its measurements: comparisons with the fastest rival, tables
and plots. A row is the measurement of one kernel, type, size and form."""
import csv
import math

KERNELS = ["gema", "gemm", "trsv", "ldus", "pade", "enum", "frcg", "reduce",
           "nbody"]


def write_csv(rows, name):
    with open(name, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        for row in rows:
            writer.writerow({key: "%.6g" % value
                             if isinstance(value, float) else value
                             for key, value in row.items()})


def by_case(rows):
    cases = {}
    for row in rows:
        cases.setdefault((row["kernel"], row["type"], row["size"]),
                         []).append(row)
    return cases


def is_mine(row):
    return row["form"].startswith("PIRCH")


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def compare(rows, by="median_ns"):
    """For each case PIRCH's row, the fastest rival's and their ratio."""
    result = []
    for case, forms in by_case(rows).items():
        fastest = lambda rows: min(rows, key=lambda row: row[by])
        mine = fastest(row for row in forms if is_mine(row))
        rival = fastest(row for row in forms if not is_mine(row))
        result.append((case, mine, rival, rival[by] / mine[by]))
    return result


def mean_ratios(comparison):
    ratios = {}
    for (kernel, real, _), _, _, ratio in comparison:
        ratios.setdefault((kernel, real), []).append(ratio)
    return {key: geomean(values) for key, values in ratios.items()}


def print_comparison(rows):
    print("%-7s %-4s %4s  %10s  %-16s %10s  %-22s %6s  %s" %
          ("kernel", "type", "size", "PIRCH ns", "chosen", "rival ns",
           "fastest rival", "ratio", "of roofline"))
    comparison = compare(rows)
    for case, mine, rival, ratio in comparison:
        print("%-7s %-4s %4d  %10.1f  %-16s %10.1f  %-22s %6.2f  %.2f" %
              (*case, mine["median_ns"], mine["form"][6:],
               rival["median_ns"], rival["form"], ratio,
               mine["roof_fraction"]))
    print("\ngeometric mean of rival / PIRCH over the sizes, by medians and by "
          "minima")
    of_minima = mean_ratios(compare(rows, "min_ns"))
    for key, ratio in mean_ratios(comparison).items():
        print("%-7s %-4s %6.2f %6.2f" % (*key, ratio, of_minima[key]))


def write_markdown(rows, name):
    """The comparison as tables: a line for each kernel and type, a column for
    each size."""
    comparison = compare(rows)
    sizes = sorted({case[2] for case, *_ in comparison})
    cells = {case: (mine, rival, ratio)
             for case, mine, rival, ratio in comparison}
    means = mean_ratios(comparison)
    of_minima = mean_ratios(compare(rows, "min_ns"))

    def table(title, cell, last=None):
        lines = ["", title, "",
                 "| | " + " | ".join(map(str, sizes)) +
                 (" | mean | of minima |" if last else " |"),
                 "|---" * (len(sizes) + 1 + 2 * bool(last)) + "|"]
        for kernel, real in means:
            row = [cell(*cells[kernel, real, size])
                   if (kernel, real, size) in cells else ""
                   for size in sizes]
            lines.append("| %s %s | %s |" % (kernel, real, " | ".join(
                row + ([last(kernel, real)] if last else []))))
        return lines

    lines = table("Time of the fastest rival over PIRCH's:",
                  lambda mine, rival, ratio: "%.2f" % ratio,
                  lambda *key: "**%.2f** | %.2f" % (means[key], of_minima[key]))
    lines += table("ns per group, and what the cost model chose:",
                   lambda mine, rival, ratio: "%.4g (%s)" %
                   (mine["median_ns"], mine["form"][6:]))
    lines += table("The fastest rival, ns per group:",
                   lambda mine, rival, ratio: "%.4g %s" %
                   (rival["median_ns"], rival["form"]))
    lines += table("Fraction of the roofline:",
                   lambda mine, rival, ratio: "%.2f" % mine["roof_fraction"])
    with open(name, "w") as file:
        file.write("\n".join(lines[1:]) + "\n")


def write_plot(rows, name):
    """Bars of ns per group relative to PIRCH, one panel for each kernel and
    type."""
    cases = by_case(rows)
    panels = sorted({case[:2] for case in cases},
                    key=lambda case: (KERNELS.index(case[0]), case[1]))
    colors = ["#1b6ca8", "#d1495b", "#edae49", "#66a182", "#8d6a9f", "#777777",
              "#00798c"]
    width, height, columns = 420, 190, 2
    forms = []
    for row in rows:
        form = "PIRCH" if is_mine(row) else row["form"]
        if form not in forms:
            forms.append(form)
    total = height * math.ceil(len(panels) / columns) + 40
    svg = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
           'font-family="sans-serif" font-size="10">' %
           (width * columns, total)]
    for index, form in enumerate(forms):
        svg.append('<rect x="%d" y="8" width="9" height="9" fill="%s"/>'
                   '<text x="%d" y="16">%s</text>' %
                   (10 + index * 118, colors[index % len(colors)],
                    22 + index * 118, form))
    for number, (kernel, real) in enumerate(panels):
        left = number % columns * width + 30
        top = number // columns * height + 50
        svg.append('<text x="%d" y="%d" font-weight="bold">%s %s: time '
                   'relative to PIRCH</text>' % (left, top - 12, kernel, real))
        sizes = [case for case in cases if case[:2] == (kernel, real)]
        step = (width - 50) / len(sizes)
        for slot, case in enumerate(sizes):
            mine = min(row["median_ns"] for row in cases[case] if is_mine(row))
            x = left + slot * step
            for row in cases[case]:
                form = "PIRCH" if is_mine(row) else row["form"]
                share = min(row["median_ns"] / mine, 4)
                bar = share / 4 * (height - 75)
                svg.append('<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" '
                           'fill="%s"><title>%s: %.1f ns</title></rect>' %
                           (x + forms.index(form) * (step - 6) / len(forms),
                            top + height - 75 - bar, (step - 6) / len(forms),
                            bar, colors[forms.index(form) % len(colors)], form,
                            row["median_ns"]))
            svg.append('<text x="%.1f" y="%d">%d</text>' %
                       (x + step / 2 - 8, top + height - 62, case[2]))
    svg.append("</svg>")
    with open(name, "w") as file:
        file.write("\n".join(svg) + "\n")


def print_table(rows):
    """Configurations of PIRCH side by side."""
    for (kernel, real, size), forms in by_case(rows).items():
        print("%s %s %d" % (kernel, real, size))
        for row in sorted(forms, key=lambda row: row["form"]):
            if is_mine(row):
                print("  %-44s %10.1f ns" % (row["form"][6:],
                                             row["median_ns"]))
