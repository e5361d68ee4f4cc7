import { type Html, html } from "@quittance/adapters-http/pages"
import type { InputIssue } from "@quittance/core"
import type { OperationName } from "@quittance/core/adapter"
import { Effect } from "effect"
import { notice } from "../look/parts.ts"
import { type FormField, faultsIn, formFields, type Typed, textsTyped, typedIn } from "./FormField.ts"
import { provenBy, type Scope, type Screen, type SentForm, type Shown } from "./Screen.ts"
import type { ScreenFailure, Seen } from "./Seen.ts"
import { formMessage } from "./screenRefusal.ts"

/** What an act led to: a path below the base of its scope, where `said` is told; or a page that is shown once. */
export type ActDone = { readonly to: string } | (Omit<Shown, "to"> & { readonly title: string })

interface ActDefinition {
  readonly scope: Scope
  readonly path: string
  /** What is called: its permission says who may, and whether they prove it anew. `null` for all who are signed in. */
  readonly operation: OperationName | null
  /** What is proven anew where no permission says it. */
  readonly proves?: string
  readonly title: string
  readonly tab?: string
  readonly fields?: (seen: Seen) => Effect.Effect<ReadonlyArray<FormField>, ScreenFailure>
  /** What it is about, above the fields. */
  readonly about?: (seen: Seen) => Effect.Effect<Html, ScreenFailure>
  /** On the button: a verb with its object. */
  readonly verb: string | ((typed: Typed) => string)
  /** On the button that leads to the review. */
  readonly reviewVerb?: string
  /** A page before the act repeats what will be done. */
  readonly review?: (seen: Seen, typed: Typed) => Effect.Effect<Html, ScreenFailure>
  /** It cannot be undone. */
  readonly isFinal?: true
  /** Told where it led. */
  readonly said: string
  /**
   * Does it. `key` is of the form: a call that takes an idempotency key gets it, so that a form that is sent twice is
   * done once.
   */
  readonly act: (seen: Seen, typed: Typed, key: string) => Effect.Effect<ActDone, ScreenFailure>
  /** An answer that is shown once, such as a secret, is not made again when the form is sent again. */
  readonly isOnce?: true
}

const noFields = Effect.succeed([])

/** An act: a form on a page of its own. */
export const actScreen = (definition: ActDefinition): Screen => {
  const { act, isOnce, operation, path, said, scope, tab, title } = definition
  const fieldsOf = (seen: Seen) => definition.fields?.(seen) ?? noFields

  const formPage = Effect.fnUntraced(function* (seen: Seen, form: FormState) {
    const fields = yield* fieldsOf(seen)
    const about = yield* definition.about?.(seen) ?? Effect.succeed(null)
    const isOf = (name: string, field: string) => field === name || field.split(/[.[]/)[0] === name
    const issueOf = (name: string) => form.issues?.find(({ field }) => isOf(name, field))
    const strays = form.issues?.filter(({ field }) => !fields.some(({ name }) => isOf(name, field))) ?? []
    const typed = { ...form.typed, ...hiddenIn(fields) }
    return shownForm(
      definition,
      seen,
      { ...form, typed },
      {
        told: [
          ...(form.issues === undefined ? [] : [notice(seen.words.frame.fixFields, "bad")]),
          ...strays.map(({ field, message }) => notice(`${field} ${message}`, "bad")),
          ...(form.told === undefined ? [] : [notice(form.told, "bad")])
        ],
        hasFile: fields.some(({ kind }) => kind === "file"),
        content: html`${about}${formFields(fields, form.typed, issueOf)}`,
        hasCode: yield* hasCode(definition, seen),
        reviews: definition.review !== undefined
      }
    )
  })

  const show = (seen: Seen) => formPage(seen, { nonce: seen.newNonce, typed: {} })

  const send = Effect.fnUntraced(function* (seen: Seen, { fields, nonce }: SentForm) {
    const known = yield* fieldsOf(seen)
    const typed = typedIn(known, fields)
    const back = (more: Partial<FormState>) =>
      Effect.map(formPage(seen, { nonce, typed, ...more }), (shown) => ({ _tag: "Shown" as const, shown }))
    const tried = Effect.gen(function* () {
      if (fields.step === "change") return yield* back({})
      const issues = faultsIn(known, typed, seen.words.frame)
      // Nothing was tried: it is the same form still, which may have been done before.
      if (issues.length > 0) return yield* back({ status: 400, issues })
      if (definition.review !== undefined && fields.step !== "done") {
        const content = yield* definition.review(seen, typed)
        const kept = known.flatMap((field) => hiddenCopies(field, typed))
        const shown = shownForm(
          definition,
          seen,
          { nonce, typed },
          {
            told: [],
            content: html`${content}${kept}<input type="hidden" name="step" value="done">`,
            hasCode: yield* hasCode(definition, seen),
            reviews: false
          }
        )
        return { _tag: "Shown" as const, shown }
      }
      const done = yield* act(seen, typed, nonce)
      return "to" in done ? { _tag: "Done" as const, to: done.to } : { _tag: "Shown" as const, shown: done }
    })
    return yield* Effect.catch(tried, (failure) => {
      const told = formMessage(failure, seen)
      if (told === undefined) return Effect.fail(failure)
      // What was refused is nothing that was done: with other words it is another form.
      return back({ ...told, ...(mayBeDone(failure) ? {} : { nonce: seen.newNonce }) })
    })
  })

  return {
    ...{ kind: "act", scope, path, operation, title, said, show, send },
    ...(tab && { tab }),
    ...(definition.proves && { proves: definition.proves }),
    ...(isOnce && { isOnce })
  }
}

/**
 * Whether the same form, sent again, may find that it was done already. Of a form that is sent twice at once, the
 * second finds its code used by the first.
 */
const mayBeDone = (failure: ScreenFailure): boolean => {
  switch (failure._tag) {
    case "DoneBefore":
    case "SignInRefused":
    case "SignInLimited":
    case "HasherBusy":
      return true
    case "StepUpNeeded":
      return failure.reason !== "nonce"
    default:
      return failure._tag.endsWith("Unavailable")
  }
}

/** What a form says whatever was typed. */
const hiddenIn = (fields: ReadonlyArray<FormField>): Typed =>
  Object.fromEntries(
    fields.flatMap(({ kind, name, value }) =>
      kind === "hidden" && value !== undefined ? [[name, value] as const] : []
    )
  )

interface FormState {
  readonly nonce: string
  readonly typed: Typed
  /** What was wrong with what was typed. */
  readonly issues?: ReadonlyArray<InputIssue>
  /** Why it was refused otherwise. */
  readonly told?: string
  readonly status?: number
}

const hiddenCopies = ({ name }: FormField, typed: Typed): ReadonlyArray<Html> =>
  textsTyped(typed, name).map((each) => html`<input type="hidden" name="${name}" value="${each}">`)

interface FormParts {
  readonly told: ReadonlyArray<Html>
  readonly content: Html
  readonly hasFile?: boolean
  readonly hasCode: boolean
  /** Whether the button leads to the review. */
  readonly reviews: boolean
}

/** Who has no authenticator is not asked for what it shows. */
const hasCode = (definition: ActDefinition, { account }: Seen) =>
  provenBy(definition) === undefined
    ? Effect.succeed(false)
    : Effect.map(account.credentials, ({ password }) => password)

const shownForm = (
  { isFinal, operation, proves, review, reviewVerb, title, verb }: ActDefinition,
  seen: Seen,
  { nonce, status, typed }: FormState,
  { content, hasCode, hasFile, reviews, told }: FormParts
): Shown => {
  const said = typeof verb === "string" ? verb : verb(typed)
  const proven = reviews ? undefined : provenBy({ operation, ...(proves && { proves }) })
  const subject = seen.parameters.id ?? nonce
  const proof =
    proven !== undefined && hasCode
      ? html`<div class="field proof"><label for="code">${seen.words.frame.code}</label><small id="code-hint">${seen.words.frame.codeHint}</small><input id="code" name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="20" aria-describedby="code-hint"></div>`
      : null
  const change =
    review !== undefined && !reviews
      ? html`<button class="second" name="step" value="change" formnovalidate>${seen.words.frame.back}</button>`
      : null
  const button = html`<button class="${isFinal === true && !reviews ? "final" : "first"}">${reviews ? (reviewVerb ?? said) : said}</button>`
  const proving = proven === undefined ? null : html` data-prove="${proven}" data-subject="${subject}"`
  return {
    ...(status !== undefined && { status }),
    title,
    body: html`${told}<form class="act" method="post" action="${seen.path}"${hasFile === true ? html` enctype="multipart/form-data"` : null}${proving}><input type="hidden" name="nonce" value="${nonce}">${content}${proof}<p class="acts">${button}${change}</p></form>`
  }
}
