import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import type { NotFound, ProviderMissing } from "../../kernel/input/Refusals.ts"
import { firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import type { AggregateWrite, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { NewEvent } from "../../kernel/transact/Draft.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { neverWritten, writeOver } from "../../kernel/transact/writeOver.ts"
import { type LogoPicture, type LogoType, Pictures, type PicturesUnavailable } from "../kyc/Pictures.ts"
import { type Partner, partner } from "../partner/Partner.ts"
import { cacheMillis, Partners } from "../partner/Partners.ts"
import { Settings } from "../settings/Settings.ts"
import { type Brand, type BrandingLook, branding, emptyBranding, type ShownLogo } from "./Branding.ts"
import { type BrandingRequest, brandingRequestOf } from "./BrandingRequest.ts"
import { type BrandingView, brandingView } from "./BrandingView.ts"
import { type LogoField, logoFields, makeLogoOf } from "./brandingLogos.ts"
import { brandingIdOf, logoIdOf } from "./brandingNames.ts"
import { type Logo, logo, logoFileName, logoHash } from "./Logo.ts"

/** A logo as everybody gets it. */
export interface LogoFile {
  readonly type: LogoType
  readonly bytes: Uint8Array
}

/** What partners show to their customers. */
export class Brandings extends Context.Service<
  Brandings,
  {
    /** What customers see of it, at most a second old; none of a partner without a name, except in a sandbox. */
    readonly brandOf: (
      partnerId: PartnerId
    ) => Effect.Effect<Option.Option<Brand>, NotFound | StoreUnavailable>
    /** Origins whose pages may show the partner's payment pages in a frame, at most a second old. */
    readonly embedOrigins: (partnerId: PartnerId) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
    /** All that was set, as last committed. */
    readonly get: (partnerId: PartnerId) => Effect.Effect<BrandingView, NotFound | StoreUnavailable>
    /**
     * Changes what is given of it, a `BrandingRequest`; the input is untrusted. The name is the payee of the partner's
     * terms, and whatever else customers see needs one. Logos are made anew from their pixels. A change of nothing
     * writes nothing.
     */
    readonly set: (
      partnerId: PartnerId,
      input: unknown
    ) => Effect.Effect<
      BrandingView,
      InvalidInput | NotFound | PicturesUnavailable | ProviderMissing | StoreUnavailable
    >
    /** The logo of that file name, if a partner shows it now. */
    readonly logo: (file: string) => Effect.Effect<Option.Option<LogoFile>, StoreUnavailable>
  }
>()("@quittance/core/concepts/branding/Brandings") {
  static readonly layer = Layer.effect(
    Brandings,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return Brandings.of({
        brandOf: (partnerId) => brandOf(parts, partnerId),
        embedOrigins: (partnerId) =>
          Effect.map(lookOf(parts, partnerId), ({ embedOrigins = [] }) => embedOrigins),
        get: (partnerId) =>
          Effect.map(loaded(parts, partnerId), ({ look, owner }) =>
            brandingView(owner.state.terms.payee, look.state.look)
          ),
        set: (partnerId, input) => setBranding(parts, partnerId, input),
        logo: (file) => logoNamed(parts, file)
      })
    })
  )
}

/** The services that brandings use, looked up once and not for each call, and those read lately. */
const makeParts = Effect.gen(function* () {
  return {
    transact: (yield* makeTransact).transact,
    states: yield* StateReader,
    settings: yield* Settings,
    partners: yield* Partners,
    logoOf: makeLogoOf(yield* Effect.serviceOption(Pictures)),
    cache: new Map<PartnerId, { readonly look: BrandingLook; readonly until: number }>()
  }
})
type Parts = Effect.Success<typeof makeParts>

const readBranding = ({ states }: Parts, partnerId: PartnerId) =>
  states.get(branding, partnerId, brandingIdOf(partnerId))

const lookOf = Effect.fnUntraced(function* (parts: Parts, partnerId: PartnerId) {
  const now = yield* Clock.currentTimeMillis
  const cached = parts.cache.get(partnerId)
  if (cached !== undefined && now < cached.until) return cached.look
  const look = Option.match(yield* readBranding(parts, partnerId), {
    onNone: (): BrandingLook => ({}),
    onSome: ({ state }) => state.look
  })
  parts.cache.set(partnerId, { look, until: now + cacheMillis })
  return look
})

const brandOf = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId
): Effect.fn.Return<Option.Option<Brand>, NotFound | StoreUnavailable> {
  const { name, terms } = yield* parts.partners.byId(partnerId)
  const look = yield* lookOf(parts, partnerId)
  if (terms.payee !== undefined) return Option.some({ name: terms.payee, isExample: false, look })
  return parts.settings.mode === "sandbox" ? Option.some({ name, isExample: true, look }) : Option.none()
})

/** A partner with its branding, which is empty at version 0 if there is none. */
const loaded = Effect.fnUntraced(function* (parts: Parts, partnerId: PartnerId) {
  const found = yield* parts.states.get(partner, partnerId, partnerId)
  // It says what is wrong with an unknown partner.
  const owner: Versioned<Partner> = Option.isSome(found)
    ? found.value
    : { state: yield* parts.partners.byId(partnerId), version: 0 }
  const at = yield* Clock.currentTimeMillis
  const look = Option.getOrElse(yield* readBranding(parts, partnerId), () => ({
    state: emptyBranding(partnerId, at),
    version: 0
  }))
  return { owner, look, at }
})

type MadeLogos = { readonly [Field in LogoField]?: LogoPicture & ShownLogo }

const textFields = ["colour", "support", "termsUrl", "privacyUrl", "siteUrl"] as const

/** The same look with what the request changes of it. */
const changedLook = (before: BrandingLook, request: BrandingRequest, logos: MadeLogos): BrandingLook => {
  const next: { -readonly [Field in keyof BrandingLook]: BrandingLook[Field] } = { ...before }
  for (const field of textFields) {
    const text = request[field]
    if (text === null) delete next[field]
    else if (text !== undefined) next[field] = field === "colour" ? text.toLowerCase() : text
  }
  for (const field of logoFields) {
    const made = logos[field]
    if (request[field] === null) delete next[field]
    else if (made !== undefined) {
      const { hash, height, type, width } = made
      next[field] = { hash, type, width, height }
    }
  }
  const { embedOrigins } = request
  if (embedOrigins === null || embedOrigins?.length === 0) delete next.embedOrigins
  else if (embedOrigins !== undefined)
    next.embedOrigins = [...new Set(embedOrigins.map((each) => new URL(each).origin))]
  return next
}

/** What customers see: a list of origins is for browsers. */
const isSeen = ({ embedOrigins: _, ...seen }: BrandingLook): boolean => Object.keys(seen).length > 0

/** The names of what differs, in the words of the request. */
const changesOf = (before: BrandingLook, next: BrandingLook): ReadonlyArray<keyof BrandingLook> =>
  ([...textFields, ...logoFields, "embedOrigins"] as const).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(next[field])
  )

const hashesOf = (look: BrandingLook): ReadonlySet<string> =>
  new Set(logoFields.flatMap((field) => look[field]?.hash ?? []))

const setBranding = Effect.fn("Brandings.set")(function* (
  parts: Parts,
  partnerId: PartnerId,
  input: unknown
) {
  const request = yield* Effect.fromResult(brandingRequestOf(input, parts.settings))
  const logos: { -readonly [Field in LogoField]?: MadeLogos[Field] } = {}
  for (const field of logoFields) {
    const bytes = request[field]
    if (bytes == null) continue
    const made = yield* parts.logoOf(field, bytes)
    logos[field] = { ...made, hash: logoHash(partnerId, made.bytes) }
  }
  const made = Object.values(logos)

  return yield* parts.transact(
    Effect.gen(function* () {
      const { at, look, owner } = yield* loaded(parts, partnerId)
      const before = look.state.look
      const { payee, ...otherTerms } = owner.state.terms
      const name = request.name === undefined ? payee : (request.name ?? undefined)
      const next = changedLook(before, request, logos)
      if (name === undefined && isSeen(next))
        return yield* InvalidInput.of(
          "name",
          "required",
          "is required: customers see it beside everything else that is shown of a partner"
        )
      if (next.logoDark !== undefined && next.logo === undefined)
        return yield* InvalidInput.of(
          "logoDark",
          "invalid_value",
          "needs a logo beside it: it is shown in the place of that one on dark ground"
        )
      const answer = brandingView(name, next)
      const changed = changesOf(before, next)
      const aggregates: Array<AggregateWrite> = []
      const events: Array<NewEvent> = []
      if (name !== payee) {
        const terms = name === undefined ? otherTerms : { ...otherTerms, payee: name }
        aggregates.push(writeOver("Partner", owner, { ...owner.state, terms }))
        const event = { _tag: "PartnerTermsChanged" } as const
        events.push({ partnerId, subjectId: partnerId, version: owner.version + 1, at, event })
      }
      if (changed.length > 0) {
        const { id } = look.state
        aggregates.push(writeOver("Branding", look, { ...look.state, look: next, updatedAt: at }))
        aggregates.push(...(yield* logoWrites(parts, partnerId, { before, next, made, at })))
        const event = { _tag: "BrandingChanged", changed, at } as const
        events.push({ partnerId, subjectId: id, version: look.version + 1, at, event })
      }
      parts.cache.delete(partnerId)
      return events.length === 0 ? { answer } : { answer, commit: { aggregates, events } }
    })
  )
})

interface LogoChange {
  readonly before: BrandingLook
  readonly next: BrandingLook
  readonly made: ReadonlyArray<LogoPicture & ShownLogo>
  readonly at: number
}

/** Logos get their content when they come into use, and lose it when they go. */
const logoWrites = Effect.fnUntraced(function* (
  { states }: Parts,
  partnerId: PartnerId,
  { at, before, made, next }: LogoChange
) {
  const used = hashesOf(next)
  const writes: Array<AggregateWrite> = []
  for (const hash of new Set([...used, ...hashesOf(before)])) {
    const found = yield* states.get(logo, partnerId, logoIdOf(hash))
    const picture = made.find((each) => each.hash === hash)
    const isShown = Option.exists(found, ({ state }) => Option.isSome(state.content))
    if (isShown === used.has(hash)) continue
    const content = picture === undefined ? Option.none() : Option.some(contentOf(picture))
    if (Option.isSome(found)) {
      writes.push(writeOver("Logo", found.value, { ...found.value.state, content, updatedAt: at }))
    } else if (picture !== undefined) {
      const { height, type, width } = picture
      const state: Logo = {
        ...{ id: logoIdOf(hash), partnerId, createdAt: at, type, width, height },
        ...{ content, updatedAt: at }
      }
      writes.push(writeOver("Logo", neverWritten, state))
    }
  }
  return writes
})

const contentOf = ({ bytes }: LogoPicture): string => Buffer.from(bytes).toString("base64")

const logoNamed = Effect.fnUntraced(function* ({ states }: Parts, file: string) {
  const [, hash] = /^([0-9a-f]{32})\.\w+$/.exec(file) ?? []
  if (hash === undefined) return Option.none<LogoFile>()
  const found = yield* firstOf(states.indexed(logo, "by_id", { equal: [logoIdOf(hash)] }))
  return Option.flatMap(found, ({ state: { content, type } }) =>
    logoFileName({ hash, type }) === file
      ? Option.map(content, (text): LogoFile => ({ type, bytes: Buffer.from(text, "base64") }))
      : Option.none()
  )
})
