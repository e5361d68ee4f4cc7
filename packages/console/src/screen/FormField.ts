import { type Html, html } from "@quittance/adapters-http/pages"
import { type InputIssue, InvalidInput } from "@quittance/core"
import { type WrittenNumber, writtenNumber } from "@quittance/core/adapter"
import { Effect } from "effect"
import { options } from "../look/parts.ts"

/** One field of a form. Its name is that of the operation's input, so that a fault of the input is told beside it. */
export interface FormField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** By default one line of text. */
  readonly kind?:
    | "text"
    | "amount"
    | "email"
    | "url"
    | "date"
    | "instant"
    | "number"
    | "long"
    | "choice"
    | "choices"
    | "tick"
    | "password"
    | "file"
    | "hidden"
  /** What a choice is between: each by its value and how it is called, if that is another word. */
  readonly options?: ReadonlyArray<string | readonly [value: string, label: string]>
  readonly isOptional?: true
  /** It is shown, and cannot be changed here. */
  readonly isFixed?: true
  /** At first. */
  readonly value?: string | ReadonlyArray<string>
  readonly lengthMax?: number
  /** What browsers fill in. By default nothing. */
  readonly autocomplete?: "username" | "current-password" | "new-password" | "one-time-code"
  /** Fields that follow one another and have the same stand beside each other, under it. */
  readonly group?: string
}

/** What was typed, by field: a text, the ticked ones of several, or the bytes of a file. */
export interface Typed {
  readonly [name: string]: string | ReadonlyArray<string> | Uint8Array | undefined
}

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((each) => typeof each === "string")

/** What a form lacks: its operation says the rest. */
export const lackingIn = (
  fields: ReadonlyArray<FormField>,
  typed: Typed,
  required: string
): ReadonlyArray<InputIssue> =>
  fields.flatMap(({ isOptional, kind, name }): ReadonlyArray<InputIssue> => {
    const value = typed[name]
    if (typeof value !== "string" || kind === "tick" || kind === "hidden") return []
    return value.trim() === "" && isOptional !== true
      ? [{ field: name, code: "required", message: required }]
      : []
  })

/** What of a sent form is of its fields. */
export const typedIn = (
  fields: ReadonlyArray<FormField>,
  sent: { readonly [name: string]: unknown }
): Typed =>
  Object.fromEntries(
    fields.map(({ kind, name }) => {
      const value = sent[name]
      if (value instanceof Uint8Array) return [name, value]
      // As a page that came before had it hidden.
      if (kind === "file" && typeof value === "string") return [name, Buffer.from(value, "base64")]
      const texts = isTexts(value) ? value : typeof value === "string" ? [value] : []
      if (kind === "choices") return [name, texts]
      const [text = ""] = texts
      return [name, kind === "long" ? text.replaceAll("\r\n", "\n") : text]
    })
  )

/** The text of a field; undefined if it was left empty. */
export const textTyped = (typed: Typed, name: string): string | undefined => {
  const value = typed[name]
  return typeof value !== "string" || value.trim() === "" ? undefined : value.trim()
}

/** The exact decimal of a field, as operations take it. */
export const amountTyped = (
  typed: Typed,
  name: string
): Effect.Effect<number | WrittenNumber, InvalidInput> => {
  const text = textTyped(typed, name)
  if (text === undefined) return Effect.fail(InvalidInput.of(name, "required", "is required"))
  return /^\d{1,30}(\.\d{1,30})?$/.test(text)
    ? Effect.succeed(writtenNumber(text, Number(text)))
    : Effect.fail(InvalidInput.of(name, "invalid_value", "must be a number such as 1250.50"))
}

/** Everything that a copy of a form has of a field again, hidden. */
export const textsTyped = (typed: Typed, name: string): ReadonlyArray<string> => {
  const value = typed[name] ?? ""
  if (value instanceof Uint8Array) return [Buffer.from(value).toString("base64")]
  return typeof value === "string" ? [value] : isTexts(value) ? value : []
}

/** The ticked ones. A box that is not ticked is an empty text. */
export const ticked = (typed: Typed, name: string): ReadonlyArray<string> =>
  textsTyped(typed, name).filter((text) => text !== "")

/** The bytes of a file; none if nobody chose one. */
export const fileTyped = (typed: Typed, name: string): Uint8Array => {
  const value = typed[name]
  return value instanceof Uint8Array ? value : new Uint8Array()
}

export const hiddenField = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

const attributes = (field: FormField, issue: InputIssue | undefined): Html => {
  const { hint, isOptional, lengthMax, name } = field
  const told = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(issue === undefined ? [] : [`${name}-fault`])
  ]
  return html` id="${name}" name="${name}"${isOptional === true || field.kind === "tick" ? null : html` required`}${field.isFixed === true ? html` readonly` : null}${
    lengthMax === undefined ? null : html` maxlength="${lengthMax}"`
  }${told.length === 0 ? null : html` aria-describedby="${told.join(" ")}"`}${issue === undefined ? null : html` aria-invalid="true"`}`
}

const inputTypes = {
  email: "email",
  url: "url",
  date: "date",
  instant: "datetime-local",
  number: "number"
} as const

const filled = ({ autocomplete }: { readonly autocomplete?: string }): Html | null =>
  autocomplete === undefined ? null : html` autocomplete="${autocomplete}"`

/** What a choice is between: values, each with how it is called. */
export const optionsOf = ({
  options = []
}: Pick<FormField, "options">): ReadonlyArray<readonly [value: string, label: string]> =>
  options.map((option) => (typeof option === "string" ? [option, option] : option))

const control = (field: FormField, typed: string, issue: InputIssue | undefined): Html => {
  const { kind = "text", name } = field
  const all = attributes(field, issue)
  switch (kind) {
    case "long":
      return html`<textarea rows="3"${all}>${typed}</textarea>`
    case "choice":
      return html`<select${all}>${options(optionsOf(field), typed)}</select>`
    case "amount":
      return html`<input inputmode="decimal" autocomplete="off"${all} value="${typed}">`
    case "file":
      return html`<input type="file"${all}>`
    case "hidden":
      return hiddenField(name, typed)
    case "email":
    case "url":
    case "date":
    case "instant":
    case "number":
      return html`<input type="${inputTypes[kind]}"${filled(field)}${all} value="${typed}">`
    case "password":
      // What was typed is on no page.
      return html`<input type="password"${filled(field)}${all}>`
    case "text":
    case "choices":
    case "tick":
      return html`<input${filled({ autocomplete: "off", ...field })}${all} value="${typed}">`
  }
}

/** A field with its label, its hint and what is wrong with what was typed. */
export const formField = (field: FormField, typed: Typed, issue: InputIssue | undefined): Html => {
  const { hint, isOptional, kind, label, name } = field
  const given = typed[name] ?? field.value ?? ""
  const value = given instanceof Uint8Array ? "" : given
  const hinted = hint === undefined ? null : html`<small id="${name}-hint">${hint}</small>`
  const fault =
    issue === undefined
      ? null
      : html`<small class="fault" id="${name}-fault">${label} ${issue.message}</small>`
  if (kind === "hidden") return control(field, String(value), issue)
  if (kind === "choices" || kind === "tick") {
    const chosen = typeof value === "string" ? [value] : value
    const all = kind === "tick" ? ([["yes", label]] as const) : optionsOf(field)
    const ticks = all.map(
      ([each, said]) =>
        html`<label class="tick"><input type="checkbox" name="${name}" value="${each}"${chosen.includes(each) ? html` checked` : null}> ${said}</label>`
    )
    return kind === "tick"
      ? html`<div class="field">${ticks}${hinted}${fault}</div>`
      : html`<fieldset class="field"><legend>${label}</legend>${hinted}${ticks}${fault}</fieldset>`
  }
  const optional = isOptional === true ? html` <span class="quiet">(optional)</span>` : null
  return html`<div class="field"><label for="${name}">${label}${optional}</label>${hinted}${control(field, String(value), issue)}${fault}</div>`
}

/** All fields of a form, those of a group together. */
export const formFields = (
  fields: ReadonlyArray<FormField>,
  typed: Typed,
  issueOf: (name: string) => InputIssue | undefined
): ReadonlyArray<Html> => {
  const shown = (each: FormField) => formField(each, typed, issueOf(each.name))
  return [...Map.groupBy(fields, ({ group, name }) => group ?? ` ${name}`).values()].map((all) =>
    all[0]?.group === undefined
      ? html`${all.map(shown)}`
      : html`<fieldset class="group"><legend>${all[0].group}</legend>${all.map(shown)}</fieldset>`
  )
}
