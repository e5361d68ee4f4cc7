import { type Html, html } from "@quittance/adapters-http/pages"
import { InvalidInput } from "@quittance/core"
import type { StatementRefused, StatementReport } from "@quittance/core/adapter"
import { Effect } from "effect"
import { count, text } from "../../look/Cell.ts"
import { actLink, actLinks, facts, notice, tableSection } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { fileTyped, type Typed, textTyped } from "../../screen/FormField.ts"
import { labelled } from "../../screen/labelled.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

type Said = Words["statements"]

const mebibyte = 1024 * 1024
/** The page of its report has the whole file again, written so that forms can have it, and that has to be accepted. */
const fileMebibytesMax = 3

/** Of reasons, and of the lines of each, the first are told. */
const shownMax = 20

const reportHtml = (report: StatementReport, account: string, said: Said, seen: Seen): Html => {
  const { entries, known, matched, skipped, skippedReasons, unresolved, warnings } = report
  const reasons = [...Map.groupBy(skippedReasons, ({ reason }) => reason)]
  const linesOf = (all: StatementReport["skippedReasons"]) =>
    `${all
      .slice(0, shownMax)
      .map(({ line }) => line)
      .join(", ")}${all.length > shownMax ? " …" : ""}`
  return html`${facts(seen, [
    [said.account, text(account)],
    [said.entries, count(entries)],
    [said.new, count(report.new)],
    [said.matched, count(matched)],
    [said.unresolved, count(unresolved)],
    [said.knownEntries, count(known)],
    [said.skipped, count(skipped)]
  ])}${tableSection(seen, {
    caption: said.warnings,
    columns: [
      { title: said.line, cell: ({ line }) => count(line) },
      { title: said.warning, cell: ({ message }) => text(message) }
    ],
    items: warnings.slice(0, shownMax)
  })}${tableSection(seen, {
    caption: said.skipped,
    columns: [
      { title: said.reason, cell: ([reason]) => text(reason) },
      { title: said.count, cell: ([, all]) => count(all.length) },
      { title: said.lines, cell: ([, all]) => text(linesOf(all)) }
    ],
    items: reasons.slice(0, shownMax)
  })}`
}

const refusal = ({ line, message, path }: StatementRefused, said: Said): InvalidInput => {
  const where = [...(line === 0 ? [] : [said.atLine(String(line))]), ...(path === "" ? [] : [` (${path})`])]
  return InvalidInput.of("file", "invalid_value", said.refused(where.join(""), message))
}

/** A statement from a file, which is checked before anything of it is booked. */
export const importStatement = (said: Said): Screen => {
  const told = Effect.fnUntraced(function* (operation: "check" | "import", typed: Typed, seen: Seen) {
    const file = fileTyped(typed, "file")
    if (file.length > fileMebibytesMax * mebibyte)
      return yield* InvalidInput.of("file", "too_long", said.tooLarge(String(fileMebibytesMax)))
    const account = textTyped(typed, "account") ?? ""
    const report = yield* Effect.catchTag(
      seen.operations.statements[operation]({ account, file }),
      "StatementRefused",
      (refused) => Effect.fail(refusal(refused, said))
    )
    return { account, report, shown: reportHtml(report, account, said, seen) }
  })
  return actScreen({
    ...{ scope: "operator", path: "/statements/import", operation: "statements.import", ...said.importing },
    fields: ({ operations }) =>
      Effect.map(operations.statements.accounts(), (all) =>
        labelled(said, [
          {
            ...{ name: "account", kind: "choice" },
            options: all.map(({ account, currency, name }) => [name, `${name}: ${currency} ${account}`])
          },
          { name: "file", kind: "file" }
        ])
      ),
    review: Effect.fnUntraced(function* (seen, typed) {
      const { shown } = yield* told("check", typed, seen)
      return html`${notice(said.checked)}${shown}`
    }),
    act: Effect.fnUntraced(function* (seen, typed) {
      const { account, report, shown } = yield* told("import", typed, seen)
      const list = `${seen.base}/statements?${new URLSearchParams({ account })}`
      const links = [
        report.unresolved === 0 ? null : actLink(`${list}&status=unresolved`, said.showUnresolved, "first"),
        actLink(list, said.showEntries),
        actLink(seen.path, said.anotherFile)
      ]
      return { body: html`${notice(said.importing.said, "good")}${shown}${actLinks(links)}` }
    })
  })
}
