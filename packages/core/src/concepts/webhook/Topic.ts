import { Context, Schema } from "effect"
import type { IdPrefix } from "../../kernel/concept/IdPrefix.ts"
import { instantView } from "../../kernel/money/Money.ts"
import type { Besides } from "../../kernel/outbox/WebhookMessage.ts"
import { type Instant, millisPerDay } from "../../kernel/time/Instant.ts"
import type { WebhookEventType } from "./WebhookEvents.ts"

/** One kind of event: its meaning, its content, and a sample with invented data and ids. */
export interface Topic<View extends object = object, Extra extends Besides = Besides> {
  readonly meaning: string
  readonly shows: Schema.Constraint
  /** What it shows besides the resource, by name. */
  readonly besides: { readonly [name: string]: Schema.Constraint }
  readonly sample: (now: Instant) => View
  readonly sampleBesides: (now: Instant) => Extra
}

/** The fields of a sample that mean something; the others are derived from the schema. `later` is one day later. */
type Given<View> = (at: string, later: string) => Partial<View>

/** Something that an event shows besides its resource. */
export interface Beside<View extends object | null = object | null> {
  readonly shows: Schema.Constraint
  readonly sample: (now: Instant) => View
}

/** By name. */
interface AllBesides {
  readonly [name: string]: Beside
}

/** What they show. */
type ShownBeside<All extends AllBesides> = {
  readonly [Name in keyof All]: All[Name] extends Beside<infer View> ? View : never
}

export const beside = <View extends object>(
  shows: Schema.Schema<View>,
  given: Given<View>
): Beside<View> => ({
  shows,
  sample: (now) => formed(shows, given, now)
})

export const topic = <View extends object, All extends AllBesides = Record<never, Beside>>(
  meaning: string,
  shows: Schema.Schema<View>,
  given: Given<View>,
  besides: All = {} as All
): Topic<View, ShownBeside<All>> => ({
  meaning,
  shows,
  besides: Object.fromEntries(Object.entries(besides).map(([name, each]) => [name, each.shows])),
  sample: (now) => formed(shows, given, now),
  sampleBesides: (now) =>
    Object.fromEntries(
      Object.entries(besides).map(([name, each]) => [name, each.sample(now)])
    ) as ShownBeside<All>
})

const formed = <View extends object>(shows: Schema.Schema<View>, given: Given<View>, now: Instant): View => {
  const at = instantView(now)
  const { schema } = Schema.toJsonSchemaDocument(shows)
  const { properties = {}, required = [] } = schema as JsonForm
  const samples = required.map((name) => [name, sampleOf(properties[name] ?? {}, at)] as const)
  return { ...Object.fromEntries(samples), ...given(at, instantView(now + millisPerDay)) } as View
}

/** The parts of a JSON Schema from which a sample is generated. */
interface JsonForm {
  readonly type?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly examples?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonForm>
  readonly properties?: { readonly [name: string]: JsonForm }
  readonly required?: ReadonlyArray<string>
}

const sampleUuid = "00000000-0000-7000-8000-000000000000"

/** An id that no record has. */
export const sampleId = (prefix: IdPrefix): string => prefix + sampleUuid.replaceAll("-", "")

/** Whether an id is one of those. */
export const isSampleId = (id: string): boolean =>
  id.endsWith(sampleUuid) || id.endsWith(sampleUuid.replaceAll("-", ""))

/** The address of twenty zero bytes, where no customer's money goes. */
export const samplePlace = { network: "tron", address: "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb" }

const sampleOf = ({ anyOf, enum: choices, examples, format, type }: JsonForm, at: string): unknown => {
  if (choices !== undefined) return choices[0]
  if (anyOf !== undefined)
    return anyOf.some((each) => each.type === "null") ? null : sampleOf(anyOf[0] ?? {}, at)
  // A moment is the sample's own, and an id is that of no record.
  if (examples !== undefined && format !== "date-time" && format !== "uuid") return examples[0]
  switch (type) {
    case "string":
      return format === undefined ? "sample" : sampleTexts(at)[format]
    case "boolean":
      return false
    case "array":
      return []
    case "object":
      return {}
    default:
      return 0
  }
}

const sampleTexts = (at: string): { readonly [format: string]: string } => ({
  "date-time": at,
  uri: "https://example.com/sample",
  uuid: sampleUuid
})

/** The topics of all events, collected from the concepts. */
export class WebhookTopics extends Context.Service<
  WebhookTopics,
  { readonly [E in WebhookEventType]: Topic }
>()("@quittance/core/webhook/Topic/WebhookTopics") {}
