import { type Html, html, qrCode } from "@quittance/adapters-http/pages"
import { Effect } from "effect"
import { actLink, actLinks, beside, type Fact, facts, known, section } from "../../look/parts.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import { storyOf, storySection, type Telling, type Told } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import { endLinks, type InvoiceKind, invoicePaths } from "./invoiceEnds.ts"

/** What a page tells of an invoice of one kind. */
interface InvoiceParts {
  readonly invoice: {
    readonly id: string
    readonly status: string
    readonly updatedAt: string
    readonly redactedAt?: string | null
  }
  readonly name: string
  readonly facts: ReadonlyArray<Fact>
  /** Where the customer pays it, while it can be paid. */
  readonly link: string | null
  /** The tool that pays it in a sandbox, with what it needs to know, while it can be paid. */
  readonly payTool: string | null
  readonly history: Told
  readonly telling: Telling
  /** Below the facts. */
  readonly more: Html | null
}

/** The page of an invoice: what it is and the way to pay it beside what became of it. */
export const invoicePage = (
  { payments: said }: Words,
  kind: InvoiceKind,
  read: (seen: Seen, id: string) => Effect.Effect<InvoiceParts, ScreenFailure>
): Screen =>
  pageScreen({
    ...{ scope: "partner", path: `${invoicePaths[kind]}/{id}`, operation: `${kind}.get` },
    title: said.kindOf[kind],
    show: Effect.fnUntraced(function* (seen: Seen) {
      const id = seen.parameters.id ?? ""
      const { history, invoice, link, more, name, payTool, telling, ...told } = yield* read(seen, id)
      const story = yield* storyOf(seen, history, telling, id)
      const paying =
        payTool !== null && seen.isSandbox && seen.may("sandbox.pay")
          ? [actLink(`${seen.base}/sandbox/${payTool}`, said.payHere)]
          : []
      const left = html`${actLinks([...paying, ...endLinks(seen, kind, invoice)])}${facts(known(told.facts, seen), seen)}${
        link === null ? null : section(said.forCustomer, customerLink(link, seen))
      }${more}`
      return {
        title: `${said.kindOf[kind]} ${name}`,
        body: beside(left, storySection(story, seen)),
        live: {
          shown: `${invoice.status} ${invoice.updatedAt} ${story.entries.length}`,
          announcement: said.nowIs(said.kindOf[kind], invoice.status)
        }
      }
    })
  })

/** What a customer is sent: to be copied as it stands, or shown to a camera. */
const customerLink = (link: string, { words: { frame, payments: said } }: Seen): Html =>
  html`<div class="field"><label for="link">${said.link}</label><input id="link" readonly value="${link}"></div>
<p class="acts"><button type="button" class="second only-with-script" data-copy="${link}" data-copied="${frame.copied}"><span>${said.copyLink}</span></button><a class="button second" href="${link}" rel="noreferrer noopener" target="_blank">${said.openLink}</a></p>
${qrDetails(said.showQr, link, said.qrLabel)}`

/** A QR code that is there without a script, for who opens it. */
export const qrDetails = (title: string, content: string, label: string): Html =>
  html`<details><summary>${title}</summary>${qrCode(content, label)}</details>`
