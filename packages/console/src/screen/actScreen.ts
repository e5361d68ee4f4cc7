import { Html, html } from "@quittance/adapters-http/pages"
import { InvalidInput } from "@quittance/core"
import type { OperationName } from "@quittance/core/adapter"
import { Effect } from "effect"
import { text } from "../look/Cell.ts"
import { actLink, type Fact, notice } from "../look/parts.ts"
import {
  type FormField,
  formFields,
  hiddenField,
  lackingIn,
  type Typed,
  textsTyped,
  typedIn
} from "./FormField.ts"
import { inputOf } from "./inputOf.ts"
import { type OfSeen, pieceFor, type Told, toldHtml } from "./OfSeen.ts"
import { provenBy, type Screen, type ScreenHead, type Sent, type SentForm } from "./Screen.ts"
import type { ScreenFailure, Seen } from "./Seen.ts"
import { type FormMessage, formMessage } from "./screenRefusal.ts"

/** An act, as its page says it. */
export interface ActShown extends ScreenHead, Pick<Screen, "proves" | "isOnce"> {
  readonly fields?: OfSeen<ReadonlyArray<FormField>>
  /** What it is about, above the fields. */
  readonly about?: OfSeen<Told>
  /** What follows from it, in a sentence. */
  readonly follows?: string
  /** On the button: a verb with its object. */
  readonly verb: string | ((typed: Typed) => string)
  /** On the button that leads to the review. */
  readonly reviewVerb?: string
  /** A page before the act repeats what will be done. */
  readonly review?: (
    seen: Seen,
    typed: Typed,
    fields: ReadonlyArray<FormField>
  ) => Effect.Effect<Told, ScreenFailure>
  /** It cannot be undone. */
  readonly isFinal?: true
  /** Told where it led. */
  readonly said: string
}

/**
 * What is done. `key` is of the form: a call that takes an idempotency key gets it, so that a form that is sent twice
 * is done once.
 */
export type Doing<Answer> =
  | { readonly act: (seen: Seen, typed: Typed, key: string) => Effect.Effect<Sent, ScreenFailure> }
  | {
      /** Calls the operation with what was typed: the fields are those of its input. */
      readonly call: (seen: Seen, input: never, key: string) => Effect.Effect<Answer, ScreenFailure>
      /** Where it leads: a path below the base, in which `{id}` is the record of this page. */
      readonly to: string | ((answer: Answer) => string)
    }

type ActDefinition<Answer> = ActShown & Doing<Answer>

/** What it is about, and then what follows from it. */
const aboutFor = ({ about = [], follows }: ActShown, seen: Seen) =>
  Effect.map(pieceFor(about, seen), (told) => {
    const last: ReadonlyArray<Fact> = follows === undefined ? [] : [[seen.words.frame.follows, text(follows)]]
    return toldHtml(told instanceof Html ? html`${told}${toldHtml(last, seen)}` : [...told, ...last], seen)
  })

const doneBy = <Answer>(
  doing: Doing<Answer>,
  seen: Seen,
  fields: ReadonlyArray<FormField>,
  typed: Typed,
  key: string
): Effect.Effect<Sent, ScreenFailure> => {
  if ("act" in doing) return doing.act(seen, typed, key)
  const { call, to } = doing
  return inputOf(fields, typed, seen).pipe(
    Effect.flatMap((input) => call(seen, input, key)),
    Effect.map((answer) => ({ to: typeof to === "string" ? to.replace("{id}", seen.id) : to(answer) }))
  )
}

/** An act: a form on a page of its own. */
export const actScreen = <Answer>(definition: ActDefinition<Answer>): Screen => {
  const { review } = definition
  const fieldsOf = (seen: Seen) => pieceFor(definition.fields ?? [], seen)

  const send = Effect.fnUntraced(function* (seen: Seen, { fields: sent, nonce }: SentForm) {
    const fields = yield* fieldsOf(seen)
    const typed = typedIn(fields, sent)
    const back = (more: Partial<FormState>) => formPage(definition, seen, fields, { nonce, typed, ...more })
    const tried = Effect.gen(function* () {
      if (sent.step === "change") return yield* back({})
      const issues = lackingIn(fields, typed, seen.words.frame.required)
      if (issues.length > 0) return yield* new InvalidInput({ issues })
      if (review === undefined || sent.step === "done")
        return yield* doneBy(definition, seen, fields, typed, nonce)
      const told = toldHtml(yield* review(seen, typed, fields), seen)
      const kept = fields.flatMap(({ name }) =>
        textsTyped(typed, name).map((each) => hiddenField(name, each))
      )
      const content = html`${told}${kept}${hiddenField("step", "done")}`
      return { body: yield* formHtml(definition, seen, fields, { nonce, typed }, "act", content) }
    })
    return yield* Effect.catch(tried, (failure): Effect.Effect<Sent, ScreenFailure> => {
      const told = formMessage(failure, seen)
      if (told === undefined) return Effect.fail(failure)
      // What was refused is nothing that was done: with other words it is another form.
      return back({ ...told, ...(mayBeDone(failure) ? {} : { nonce: seen.newNonce }) })
    })
  })

  return {
    ...{ scope: "partner", ...definition, kind: "act" },
    show: (seen) =>
      Effect.flatMap(fieldsOf(seen), (fields) =>
        formPage(definition, seen, fields, { nonce: seen.newNonce, typed: {} })
      ),
    send
  }
}

/** The way to an act below the base, for who may do it. */
export const actFor = (
  { base, may }: Seen,
  operation: OperationName,
  to: string,
  verb: string,
  kind?: "first" | "second"
): Html | null => (may(operation) ? actLink(`${base}${to}`, verb, kind) : null)

const doneBefore: ReadonlyArray<ScreenFailure["_tag"]> = [
  ...(["DoneBefore", "SignInRefused", "SignInLimited", "HasherBusy"] as const)
]

/**
 * Whether the same form, sent again, may find that it was done already. Of a form that is sent twice at once, the
 * second finds its code used by the first.
 */
const mayBeDone = (failure: ScreenFailure): boolean =>
  failure._tag === "StepUpNeeded"
    ? failure.reason !== "nonce"
    : doneBefore.includes(failure._tag) || failure._tag.endsWith("Unavailable")

interface FormState extends Partial<FormMessage> {
  readonly nonce: string
  readonly typed: Typed
}

/** The form to be filled in, with what was wrong with it. */
const formPage = Effect.fnUntraced(function* (
  definition: ActShown,
  seen: Seen,
  fields: ReadonlyArray<FormField>,
  state: FormState
) {
  const { issues = [], status, told, typed } = state
  const isOf = (name: string, field: string) => field === name || field.split(/[.[]/)[0] === name
  const issueOf = (name: string) => issues.find(({ field }) => isOf(name, field))
  const strays = issues.filter(({ field }) => !fields.some(({ name }) => isOf(name, field)))
  const faults = [
    ...(issues.length === 0 ? [] : [seen.words.frame.fixFields]),
    ...strays.map(({ field, message }) => `${field} ${message}`),
    ...(told === undefined ? [] : [told])
  ]
  const about = yield* aboutFor(definition, seen)
  const content = html`${about}${formFields(fields, typed, issueOf)}`
  // Its verb may name what it says whatever was typed.
  const filled = { ...state, typed: { ...typed, ...hiddenIn(fields) } }
  const leadsTo = definition.review === undefined ? "act" : "review"
  const form = yield* formHtml(definition, seen, fields, filled, leadsTo, content)
  return { status, body: html`${faults.map((each) => notice(each, "bad"))}${form}` }
})

/** What a form says whatever was typed. */
const hiddenIn = (fields: ReadonlyArray<FormField>): Typed =>
  Object.fromEntries(
    fields.flatMap(({ kind, name, value }) =>
      kind === "hidden" && value !== undefined ? [[name, value] as const] : []
    )
  )

const formHtml = Effect.fnUntraced(function* (
  definition: ActShown,
  seen: Seen,
  fields: ReadonlyArray<FormField>,
  { nonce, typed }: FormState,
  leadsTo: "review" | "act",
  content: Html
) {
  const { isFinal, review, reviewVerb, verb } = definition
  const { back, code, codeHint } = seen.words.frame
  const said = typeof verb === "string" ? verb : verb(typed)
  const proven = leadsTo === "act" ? provenBy(definition) : undefined
  const proving =
    proven === undefined ? null : html` data-prove="${proven}" data-subject="${seen.id || nonce}"`
  // Who has no authenticator is not asked for what it shows.
  const proof =
    proven !== undefined && (yield* seen.account.credentials).password
      ? html`<div class="field proof"><label for="code">${code}</label><small id="code-hint">${codeHint}</small><input id="code" name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="20" aria-describedby="code-hint"></div>`
      : null
  const hasFile = fields.some(({ kind }) => kind === "file")
  const button =
    leadsTo === "review"
      ? html`<button class="first">${reviewVerb ?? said}</button>`
      : html`<button class="${isFinal === true ? "final" : "first"}">${said}</button>`
  const change =
    leadsTo === "act" && review !== undefined
      ? html`<button class="second" name="step" value="change" formnovalidate>${back}</button>`
      : null
  return html`<form class="act" method="post" action="${seen.path}"${hasFile ? html` enctype="multipart/form-data"` : null}${proving}>${hiddenField("nonce", nonce)}${content}${proof}<p class="acts">${button}${change}</p></form>`
})
