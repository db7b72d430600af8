"""The table of attacks, for a terminal and as Markdown."""

import textwrap

HEAD = ["attack", "p50 ms", "p99 ms", "login ms", "refused", "memory MiB", "verdict"]


def cells(one):
    """A trial as the cells of a line."""
    figures = one.figures
    if "p99Before" not in figures:
        measured = ["", "", "", "", ""]
    else:
        measured = [
            f"{figures['p50Before']:.0f} → {figures['p50During']:.0f}",
            f"{figures['p99Before']:.0f} → {figures['p99During']:.0f}",
            f"{figures['loginBefore']:.0f} → {figures['loginDuring']:.0f}",
            f"{figures['refusals']} of {figures['answers']}",
            f"{figures['memoryBefore']:.0f} / {figures['memoryPeak']:.0f} / {figures['memoryAfter']:.0f}"]
    verdict = "skipped" if one.skipped else "holds" if one.is_good else "FAILS"
    return [one.attack.name, *measured, verdict]


def summary(trials, options):
    """The sentence at the end."""
    failed = [one.attack.name for one in trials if not one.is_good]
    skipped = [one.attack.name for one in trials if one.skipped]
    good = len(trials) - len(failed) - len(skipped)
    repeated = [one.attack.name for one in trials if one.before]
    text = f"{good} of {len(trials)} attacks come to nothing, profile {options.profile}"
    if repeated:
        text += f"; made twice for time: {', '.join(repeated)}"
    if skipped:
        text += f"; left out: {', '.join(skipped)}"
    return text + (f"; not: {', '.join(failed)}." if failed else ".")


def said(one):
    """Lines below a trial: what it did, what was logged, and what is not as it has to be."""
    lines = [f"did: {note}" for note in one.notes]
    lines += [f"logged: {line}" for line in one.figures.get("logged", [])]
    if one.skipped:
        lines.append(f"skipped: {one.skipped}")
    if one.before:
        lines.append(f"made twice; the first time: {one.before}")
    lines += [f"NOT: {name}{': ' if detail else ''}{detail}" for name, good, detail in one.checks if not good]
    return lines


def table(trials, options):
    """What a terminal shows."""
    rows = [HEAD] + [cells(one) for one in trials]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    texts = ["  ".join(cell.ljust(width) for cell, width in zip(HEAD, widths)).rstrip()]
    for one, row in zip(trials, rows[1:]):
        texts.append("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        for line in said(one):
            texts += textwrap.wrap(line, 116, initial_indent="    ", subsequent_indent="      ")
    texts += ["", "p50, p99 and login: before → during, of the well-behaved client. Memory: before / peak / after.",
              summary(trials, options)]
    return "\n".join(texts)


def markdown(trials, options):
    """The same for a page."""
    def cell(text):
        return text.replace("|", "\\|").replace("\n", " ")
    texts = ["| " + " | ".join([*HEAD[:1], "what it did", *HEAD[1:], "logged"]) + " |", "|" + "---|" * (len(HEAD) + 2)]
    for one in trials:
        row = cells(one)
        logged = "; ".join(f"`{line}`" for line in one.figures.get("logged", []))
        verdict = row[-1] if row[-1] == "holds" and not one.before else one.verdict
        texts.append("| " + " | ".join(cell(text) for text in [
            row[0], "; ".join(one.notes), *row[1:-1], verdict, logged]) + " |")
    return "\n".join([*texts, "", summary(trials, options)])
