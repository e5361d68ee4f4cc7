import { html } from "@quittance/adapters-http/pages"
import { InvalidInput } from "@quittance/core"
import { kycOutcomes, type OperationName } from "@quittance/core/adapter"
import { Effect } from "effect"
import { actScreen } from "../../screen/actScreen.ts"
import { amountTyped, type FormField, type Typed, textTyped } from "../../screen/FormField.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

type Said = Words["developers"]["sandbox"]

/** What somebody can make happen in a sandbox. Its first field names what it is about. */
interface Tool {
  readonly name: "pay" | "decide" | "deposit" | "credit" | "drop" | "clock"
  readonly operation: OperationName
  readonly fields: (seen: Seen) => ReadonlyArray<FormField>
  readonly about?: string
  /** `key` is of the form: what is sent twice is done once. */
  readonly act: (seen: Seen, typed: Typed, key: string) => Effect.Effect<unknown, ScreenFailure>
  /** Where it can be seen what happened. */
  readonly leadsTo?: (seen: Seen, typed: Typed) => string
}

const textIn = (typed: Typed, name: string): string => textTyped(typed, name) ?? ""

const toolsOf = (said: Said): ReadonlyArray<Tool> => [
  {
    ...{ name: "pay", operation: "sandbox.pay" },
    fields: () => [{ name: "invoice", label: said.invoice, hint: said.invoiceHint }],
    act: ({ operations, partner }, typed, key) =>
      operations.sandbox.pay(partner.id, textIn(typed, "invoice"), { operationId: `console-${key}` }),
    leadsTo: ({ may }, typed) => (may("invoices.get") ? `/invoices/${textIn(typed, "invoice")}` : "/sandbox")
  },
  {
    ...{ name: "decide", operation: "sandbox.decide" },
    fields: () => [
      { name: "session", label: said.session, hint: said.sessionHint },
      {
        name: "outcome",
        label: said.outcome,
        kind: "choice",
        options: kycOutcomes.map((each) => [each, each])
      },
      { name: "reasons", label: said.reasons, hint: said.reasonsHint, kind: "long", isOptional: true }
    ],
    act: ({ operations, partner }, typed) =>
      operations.sandbox.decide(partner.id, textIn(typed, "session"), {
        outcome: textIn(typed, "outcome") as never,
        reasons: textIn(typed, "reasons").split(/\s+/).filter(Boolean)
      })
  },
  {
    ...{ name: "deposit", operation: "sandbox.deposit" },
    fields: () => [
      { name: "address", label: said.address, hint: said.addressHint, lengthMax: 256 },
      { name: "amount", label: said.amount, kind: "amount" }
    ],
    act: ({ operations, partner }, typed, key) =>
      Effect.flatMap(amountTyped(typed, "amount"), (amount) =>
        operations.sandbox.deposit(partner.id, {
          ...{ address: textIn(typed, "address"), amount, txHash: `console-${key}` }
        })
      )
  },
  {
    ...{ name: "drop", operation: "sandbox.drop" },
    fields: () => [{ name: "txHash", label: said.txHash, hint: said.txHashHint, lengthMax: 128 }],
    act: ({ operations, partner }, typed) =>
      operations.sandbox.drop(partner.id, { txHash: textIn(typed, "txHash") })
  },
  {
    ...{ name: "credit", operation: "sandbox.credit" },
    fields: () => [{ name: "amount", label: said.amount, kind: "amount" }],
    act: ({ operations, partner }, typed, key) =>
      Effect.flatMap(amountTyped(typed, "amount"), (amount) =>
        operations.sandbox.credit(partner.id, { amount }, key)
      )
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
    act: ({ operations, partner }, typed) =>
      operations.sandbox.passTime(partner.id, {
        ...{
          seconds: Number(textIn(typed, "seconds")) * Number(textIn(typed, "unit")),
          since: Number(textIn(typed, "since"))
        }
      })
  }
]

export const sandboxScreens = (words: Words): ReadonlyArray<Screen> => {
  const said = words.developers.sandbox
  const tools = toolsOf(said)
  const screens: ReadonlyArray<Screen> = [
    pageScreen({
      ...{ scope: "partner", path: "/sandbox", operation: "sandbox.pay", title: said.title, tab: said.tab },
      show: (seen) => {
        const links = tools.map(
          ({ name }) =>
            html`<li><a href="${seen.path}/${name}">${said[name].title}</a><br><span class="quiet">${said[name].told}</span></li>`
        )
        return Effect.succeed({ body: html`<p>${said.about}</p><ul class="facts">${links}</ul>` })
      }
    }),
    ...tools.map(({ about, act, fields, leadsTo, name, operation }) =>
      actScreen({
        ...{ scope: "partner", path: `/sandbox/${name}`, operation, title: said[name].title },
        about: () => Effect.succeed(html`<p>${about ?? said[name].told}</p>`),
        fields: (seen) => Effect.succeed(fields(seen).map((field) => prefilled(field, seen))),
        ...{ verb: said[name].verb, said: said[name].said },
        act: (seen, typed, key) => {
          const [subject] = fields(seen)
          const unknown = () => InvalidInput.of(subject?.name ?? "", "invalid_value", said.unknown)
          return act(seen, typed, key).pipe(
            Effect.catchIf(
              ({ _tag }) => _tag === "NotFound",
              () => Effect.fail(unknown())
            ),
            Effect.as({ to: leadsTo?.(seen, typed) ?? "/sandbox" })
          )
        }
      })
    )
  ]
  return screens.map((screen) => ({ ...screen, isForSandbox: true }))
}

/** Other pages lead here with what they are about. */
const prefilled = (field: FormField, { query }: Seen): FormField => {
  const value = query.get(field.name)
  return value === null ? field : { ...field, value }
}
