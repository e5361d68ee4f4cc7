import type { FormField } from "../../screen/FormField.ts"
import type { Words } from "../../words/Words.ts"

/** Fields of several forms. */

export const amountField = (said: Words["payments"]): FormField => ({
  ...{ name: "amount", label: said.amount, kind: "amount", hint: said.amountHint }
})

export const descriptionField = (said: Words["payments"]): FormField => ({
  ...{ name: "description", label: said.description, hint: said.descriptionHint, isOptional: true },
  ...{ kind: "long", lengthMax: 500 }
})

export const redirectField = (name: string, said: Words["payments"]): FormField => ({
  ...{ name, label: said.redirectUrl, kind: "url", hint: said.redirectHint, isOptional: true }
})
