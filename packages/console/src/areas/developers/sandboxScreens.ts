import { html } from "@quittance/adapters-http/pages"
import { InvalidInput } from "@quittance/core"
import { kycOutcomes, type OperationName, type WrittenNumber } from "@quittance/core/adapter"
import { Effect } from "effect"
import { actScreen } from "../../screen/actScreen.ts"
import type { FormField } from "../../screen/FormField.ts"
import { inputOf } from "../../screen/inputOf.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

interface Decision {
  readonly session: string
  readonly outcome: (typeof kycOutcomes)[number]
  readonly reasons?: string
}

interface Deposit {
  readonly address: string
  readonly amount: number | WrittenNumber
}

/** What somebody can make happen in a sandbox. Its first field names what it is about. */
interface Tool {
  readonly name: "pay" | "decide" | "deposit" | "credit" | "drop" | "clock"
  readonly operation: OperationName
  readonly fields: (seen: Seen) => ReadonlyArray<FormField>
  readonly about?: string
  /** `key` is of the form: what is sent twice is done once. */
  readonly call: (seen: Seen, input: never, key: string) => Effect.Effect<unknown, ScreenFailure>
  /** Where it can be seen what happened, below the base, with that name. */
  readonly to?: (seen: Seen, name: unknown) => string
}

const toolsOf = (said: Words["developers"]["sandbox"]): ReadonlyArray<Tool> => [
  {
    ...{ name: "pay", operation: "sandbox.pay" },
    fields: () => [{ name: "invoice", label: said.invoice, hint: said.invoiceHint }],
    call: ({ operations, partner }, { invoice }: { readonly invoice: string }, key) =>
      operations.sandbox.pay(partner.id, invoice, { operationId: `console-${key}` }),
    to: ({ may }, invoice) => (may("invoices.get") ? `/invoices/${invoice}` : "/sandbox")
  },
  {
    ...{ name: "decide", operation: "sandbox.decide" },
    fields: () => [
      { name: "session", label: said.session, hint: said.sessionHint },
      { name: "outcome", label: said.outcome, kind: "choice", options: kycOutcomes },
      { name: "reasons", label: said.reasons, hint: said.reasonsHint, kind: "long", isOptional: true }
    ],
    call: ({ operations, partner }, { outcome, reasons = "", session }: Decision) =>
      operations.sandbox.decide(partner.id, session, {
        outcome,
        reasons: reasons.split(/\s+/).filter(Boolean)
      })
  },
  {
    ...{ name: "deposit", operation: "sandbox.deposit" },
    fields: () => [
      { name: "address", label: said.address, hint: said.addressHint, lengthMax: 256 },
      { name: "amount", label: said.amount, kind: "amount" }
    ],
    call: ({ operations, partner }, deposit: Deposit, key) =>
      operations.sandbox.deposit(partner.id, { ...deposit, txHash: `console-${key}` })
  },
  {
    ...{ name: "drop", operation: "sandbox.drop" },
    fields: () => [{ name: "txHash", label: said.txHash, hint: said.txHashHint, lengthMax: 128 }],
    call: ({ operations, partner }, input) => operations.sandbox.drop(partner.id, input)
  },
  {
    ...{ name: "credit", operation: "sandbox.credit" },
    fields: () => [{ name: "amount", label: said.amount, kind: "amount" }],
    call: ({ operations, partner }, input, key) => operations.sandbox.credit(partner.id, input, key)
  },
  {
    ...{ name: "clock", operation: "sandbox.passTime", about: said.clockAbout },
    fields: ({ now }) => [
      { name: "seconds", label: said.count, kind: "number", value: "1", group: said.by },
      {
        ...{ name: "unit", label: said.unit, kind: "choice", group: said.by },
        options: Object.entries(said.units)
      },
      { name: "since", label: "", kind: "hidden", value: String(now) }
    ],
    call: ({ operations, partner }, { seconds, since, unit }: { readonly [name: string]: string }) =>
      operations.sandbox.passTime(partner.id, {
        ...{ seconds: Number(seconds) * Number(unit), since: Number(since) }
      })
  }
]

export const sandboxScreens = screensOf("developers", ({ sandbox: said }) => {
  const tools = toolsOf(said)
  const screens = [
    pageScreen({
      ...{ path: "/sandbox", operation: "sandbox.pay", title: said.title, tab: said.tab },
      show: (seen) => {
        const links = tools.map(
          ({ name }) =>
            html`<li><a href="${seen.path}/${name}">${said[name].title}</a><br><span class="quiet">${said[name].told}</span></li>`
        )
        return { body: html`<p>${said.about}</p><ul class="facts">${links}</ul>` }
      }
    }),
    ...tools.map(({ about, call, fields, name, operation, to }) =>
      actScreen({
        ...{ path: `/sandbox/${name}`, operation, ...said[name] },
        about: html`<p>${about ?? said[name].told}</p>`,
        // Other pages lead here with what they are about.
        fields: (seen) =>
          fields(seen).map((field) => ({ ...field, value: seen.query.get(field.name) ?? field.value ?? "" })),
        act: (seen, typed, key) => {
          const all = fields(seen)
          const subject = all[0]?.name ?? ""
          return inputOf(all, typed, seen).pipe(
            Effect.flatMap((input) => call(seen, input, key)),
            Effect.catchIf(
              ({ _tag }) => _tag === "NotFound",
              () => InvalidInput.of(subject, "invalid_value", said.unknown)
            ),
            Effect.as({ to: to?.(seen, typed[subject]) ?? "/sandbox" })
          )
        }
      })
    )
  ]
  return screens.map((screen) => ({ ...screen, isForSandbox: true }))
})
