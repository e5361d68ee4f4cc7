import { type Html, html } from "../pages/Html.ts"
import { formsOf, type JsonForm } from "../reference/sampleOf.ts"
import { described } from "./codeBlock.ts"

/** The form that says what a value is, beside null. */
const coreOf = (form: JsonForm): JsonForm => {
  const forms = formsOf(form)
  const [only] = forms
  return forms.length === 1 && only !== undefined
    ? { ...only, ...(form.description === undefined ? {} : { description: form.description }) }
    : form
}

const isNullable = ({ anyOf }: JsonForm): boolean => anyOf?.some(({ type }) => type === "null") ?? false

const namesOfFormats: Readonly<Record<string, string>> = {
  "date-time": "text, ISO 8601",
  date: "text, ISO 8601",
  uri: "text, URL",
  uuid: "text, UUID",
  "idn-email": "text, e-mail address",
  binary: "file"
}

const namesOfTypes: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
  array: "list",
  null: "null"
}

const typeName = (form: JsonForm): string => {
  const { format, items, type } = form
  if (type === "array" && items !== undefined) {
    const item = coreOf(items)
    return item.type === "object" ? "list of objects" : `list of ${typeName(item)}`
  }
  if (format !== undefined && namesOfFormats[format] !== undefined) return namesOfFormats[format]
  if (typeof type === "string") return namesOfTypes[type] ?? type
  const names = new Set(formsOf(form).map(typeName))
  if (names.size > 0) return [...names].join(" or ")
  return form.properties === undefined ? "any" : "object"
}

/** What a value is in a few words: its type, whether it may be null, its bounds. */
export const typeOf = (form: JsonForm): string => {
  const core = coreOf(form)
  const { maxItems, maximum, maxLength, minimum, minItems, minLength } = core
  const between = (
    least: number | undefined,
    most: number | undefined,
    unit: string
  ): ReadonlyArray<string> => {
    if (least === undefined && most === undefined) return []
    // Nothing that is counted, and hardly any money, is below zero.
    if (most === undefined) return least === 0 ? [] : [`at least ${least}${unit}`]
    return [least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`]
  }
  return [
    `${typeName(core)}${isNullable(form) ? " or null" : ""}`,
    ...between(minimum, maximum, ""),
    ...between(minLength, maxLength, " characters"),
    ...between(minItems, maxItems, " items")
  ].join(", ")
}

/** What its schema says of a value besides its length, which its type says already. */
export const coreDescription = (form: JsonForm): string | undefined => {
  const { description, maxLength } = coreOf(form)
  return description === `At most ${maxLength} characters.` ? undefined : description
}

/** The values that are possible, where they are listed. */
export const choicesOf = (form: JsonForm): ReadonlyArray<unknown> => {
  const core = coreOf(form)
  return core.enum ?? core.items?.enum ?? []
}

/** A field of several forms: of any of their values, with the fields of all. */
const oneOf = (forms: ReadonlyArray<JsonForm>): JsonForm => {
  const [first = {}] = forms
  if (forms.every((each) => each.enum !== undefined))
    return { ...first, enum: [...new Set(forms.flatMap((each) => each.enum ?? []))] }
  return forms.every(({ properties }) => properties !== undefined) ? (eitherOf(forms) ?? first) : first
}

/** The fields of several forms as those of one; a field that one of them lacks need not be there. */
const eitherOf = (forms: ReadonlyArray<JsonForm>): JsonForm | undefined =>
  forms.length === 0
    ? undefined
    : {
        type: "object",
        properties: Object.fromEntries(
          [...new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)))].map((name) => [
            name,
            oneOf(forms.flatMap(({ properties }) => properties?.[name] ?? []))
          ])
        ),
        required: (forms[0]?.required ?? []).filter((name) =>
          forms.every(({ required }) => required?.includes(name) === true)
        )
      }

/** The fields within a value: those of an object, of the items of a list, or of the values of a record. */
export const fieldsWithin = (form: JsonForm): JsonForm | undefined => {
  const core = coreOf(form)
  if (core.properties !== undefined) return core
  if (core.items !== undefined) return fieldsWithin(core.items)
  if (core.allOf !== undefined) return core.allOf.find(({ properties }) => properties !== undefined)
  if (core.anyOf !== undefined) return eitherOf(formsOf(core).flatMap((each) => fieldsWithin(each) ?? []))
  return typeof core.additionalProperties === "object" ? fieldsWithin(core.additionalProperties) : undefined
}

/** A field of a request or an answer, or a parameter. */
export interface Described {
  readonly name: string
  readonly form: JsonForm
  /** Only of what is sent. */
  readonly presence?: "required" | "optional"
  readonly description?: string | undefined
}

const field = ({ description, form, name, presence }: Described): Html => {
  const within = fieldsWithin(form)
  const choices = choicesOf(form)
  const says = description ?? coreDescription(form)
  return html`<li>
<p class="field"><code class="name">${name}</code> <span class="type">${typeOf(form)}</span>${presence === "required" ? html` <span class="required">required</span>` : null}</p>
${says === undefined ? null : html`<p>${described(says)}</p>`}
${choices.length === 0 ? null : html`<p class="choices">${choices.map((choice, index) => html`${index === 0 ? null : " "}<code>${String(choice)}</code>`)}</p>`}
${within === undefined ? null : html`<details><summary>Fields of ${name}</summary>${fieldList(fieldsOf(within, presence === undefined ? "answer" : "request"))}</details>`}
</li>`
}

/** The fields of an object in the order of its description. */
export const fieldsOf = (form: JsonForm, place: "request" | "answer"): ReadonlyArray<Described> =>
  Object.entries(form.properties ?? {}).map(([name, each]) => ({
    name,
    form: each,
    ...(place === "request"
      ? { presence: form.required?.includes(name) === true ? ("required" as const) : ("optional" as const) }
      : {})
  }))

export const fieldList = (fields: ReadonlyArray<Described>): Html =>
  html`<ul class="fields">${fields.map(field)}</ul>`
