import { fiatCurrencies } from "@quittance/core/adapter"
import { Effect } from "effect"
import { moneyText } from "../../look/money.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { dayStart } from "../../screen/days.ts"
import { amountTyped, type FormField, type Typed, textTyped } from "../../screen/FormField.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"

const amountField = ({ payments: said }: Words): FormField => {
  return { name: "amount", label: said.amount, kind: "amount", hint: said.amountHint }
}

const descriptionField = ({ payments: said }: Words): FormField => ({
  ...{ name: "description", label: said.description, hint: said.descriptionHint, isOptional: true },
  ...{ kind: "long", lengthMax: 500 }
})

const cancelField = ({ payments: said }: Words): FormField => ({
  ...{ name: "cancelUrl", label: said.cancelUrl, kind: "url", hint: said.cancelHint, isOptional: true }
})

/** The texts that were typed, by field, without those that were left empty. */
const textsOf = (typed: Typed, names: ReadonlyArray<string>) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const found = textTyped(typed, name)
      return found === undefined ? [] : [[name, found]]
    })
  )

export const newInvoice = (words: Words): Screen => {
  const { payments: said } = words
  const fields: ReadonlyArray<FormField> = [
    amountField(words),
    {
      ...{ name: "currency", label: said.currency, kind: "choice" },
      options: fiatCurrencies.map((each) => [each, each])
    },
    descriptionField(words),
    { ...{ name: "expiresAt", label: said.lastDay, kind: "date" }, hint: said.lastDayHint, isOptional: true },
    {
      ...{ name: "redirectUrl", label: said.redirectUrl, kind: "url" },
      ...{ hint: said.redirectHint, isOptional: true }
    },
    cancelField(words)
  ]
  return actScreen({
    ...{ scope: "partner", path: "/invoices/new", operation: "invoices.create" },
    ...{ title: said.newInvoice, verb: said.makeInvoice, said: said.invoiceMade },
    fields: () => Effect.succeed(fields),
    act: Effect.fnUntraced(function* ({ operations, partner, zone }, typed, key) {
      const day = textTyped(typed, "expiresAt")
      // Its end, which is the same whenever the form is sent again.
      const expires = day === undefined ? undefined : yield* dayStart("expiresAt", day, zone, 1)
      const asked = {
        ...{ amount: yield* amountTyped(typed, "amount") },
        ...(expires !== undefined && { expiresAt: new Date(expires).toISOString() }),
        ...textsOf(typed, ["currency", "description", "redirectUrl", "cancelUrl"])
      }
      const { id } = yield* operations.invoices.create(partner.id, asked as never, key)
      return { to: `/invoices/${id}` }
    })
  })
}

export const newCryptoInvoice = (words: Words): Screen => {
  const { payments: said } = words
  return actScreen({
    ...{ scope: "partner", path: "/crypto-invoices/new", operation: "cryptoInvoices.create" },
    ...{ title: said.newCryptoInvoice, verb: said.makeInvoice, said: said.invoiceMade },
    fields: ({ newNonce, operations, partner }) =>
      Effect.map(operations.cryptoInvoices.networks(partner.id), (networks) => [
        { ...amountField(words), label: said.amountUsdt },
        {
          ...{ name: "network", label: said.network, kind: "choice" },
          options: networks.map(({ label, maxInvoice, minInvoice, name }) => [
            name,
            said.networkChoice(label, moneyText(minInvoice, "USDT"), moneyText(maxInvoice, "USDT"))
          ])
        },
        {
          ...{ name: "externalId", label: said.externalId, hint: said.externalIdHint },
          ...{ value: `console-${newNonce}`, lengthMax: 128 }
        },
        descriptionField(words),
        { name: "customerName", label: said.customerName, isOptional: true, lengthMax: 200 },
        { name: "customerEmail", label: said.customerEmail, kind: "email", isOptional: true },
        {
          name: "successUrl",
          label: said.redirectUrl,
          kind: "url",
          hint: said.redirectHint,
          isOptional: true
        },
        cancelField(words),
        {
          ...{ name: "expiresInMinutes", label: said.minutes, kind: "number" },
          ...{ hint: said.minutesHint, isOptional: true }
        }
      ]),
    act: Effect.fnUntraced(function* ({ operations, partner }, typed) {
      const links = ["successUrl", "cancelUrl"]
      const names = ["network", "externalId", "description", "customerName", "customerEmail", ...links]
      const minutes = textTyped(typed, "expiresInMinutes")
      const asked = {
        ...{ amount: yield* amountTyped(typed, "amount"), ...textsOf(typed, names) },
        ...(minutes === undefined ? {} : { expiresInMinutes: Number(minutes) })
      }
      const { id } = yield* operations.cryptoInvoices.create(partner.id, asked as never)
      return { to: `/crypto-invoices/${id}` }
    })
  })
}
