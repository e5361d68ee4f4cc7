import { Option, Result, Schema } from "effect"
import { concept } from "../../kernel/concept/Concept.ts"
import type { OrderOf, StateOf } from "../../kernel/concept/Definition.ts"
import {
  instant,
  named,
  oneOf,
  optional,
  optionalParts,
  packed,
  parts,
  sealed,
  text,
  type ValueOf
} from "../../kernel/concept/Field.ts"
import type { Decider, Transitions } from "../../kernel/machine/Decider.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import {
  accountWebhookEvents,
  fiatWebhookEvents,
  subscribedFamilies,
  type WebhookEventType,
  webhookFamilies
} from "./WebhookEvents.ts"

/**
 * A webhook endpoint: a partner's URL, the events it gets, and the signing secret.
 *
 * A disabled endpoint gets nothing, and its waiting deliveries are given up. It is disabled by its partner,
 * by its receiver (410), or because all attempts failed for days. Only its partner enables it again.
 *
 *     absent → enabled ⇄ disabled
 *                 └──────────┴──→ deleted
 */

/** `whk_` and a UUIDv7 without dashes. */
export type WebhookEndpointId = string

/** The partner's choices. An empty list of events means every event of the family. */
const webhookTarget = parts({
  url: text,
  events: packed(Schema.Array(Schema.Literals([...fiatWebhookEvents, ...accountWebhookEvents])))
})
export interface WebhookTarget extends ValueOf<typeof webhookTarget> {}

/** Why an endpoint is disabled: by its partner, by a receiver that answered 410, or by days of failures. */
export const disablingCauses = ["partner", "gone", "failing"] as const
export type DisablingCause = (typeof disablingCauses)[number]

/** The stored fields of an endpoint. */
export const webhookEndpoint = concept({
  name: "WebhookEndpoint",
  noun: "webhook",
  table: "webhook_endpoints",
  order: {
    id: text,
    partnerId: text,
    family: oneOf(webhookFamilies),
    createdAt: instant
  },
  recorded: {
    target: webhookTarget,
    /** The signing secret, sealed by the vault. */
    sealedSecret: sealed,
    /** The replaced secret of a rotation: it keeps signing beside the new one until `signsUntil`. */
    retiring: optionalParts(parts({ sealedSecret: named("retiring_secret", sealed), signsUntil: instant })),
    /** When the first failed attempt of the current unbroken series ended. A new URL starts a new series. */
    failingSince: optional(instant),
    updatedAt: instant
  },
  states: {
    enabled: {},
    disabled: { cause: oneOf(disablingCauses) },
    /** Final. Kept so that its deliveries can still be read. */
    deleted: {}
  },
  indexes: {
    /** All that are not deleted. */
    registered: { on: ["partnerId", "family", "id"], where: { in: { state: ["enabled", "disabled"] } } },
    /** Tells every commit whether an endpoint listens. */
    enabled: { on: ["partnerId", "family", "id"], where: { in: { state: ["enabled"] } } },
    /** Counted by the health check. */
    disabled: {
      on: ["cause"],
      where: { in: { cause: ["gone", "failing"], family: subscribedFamilies } },
      across: "operators"
    }
  }
})

/** Fixed at registration, together with the initial values. */
export interface WebhookOrder extends OrderOf<typeof webhookEndpoint> {}

/** An endpoint that was registered. */
export type RegisteredEndpoint = StateOf<typeof webhookEndpoint>

export type WebhookEndpointState = { readonly _tag: "absent" } | RegisteredEndpoint

export type WebhookSwitch = "enabled" | "disabled"

export type WebhookEndpointCommand =
  | {
      readonly _tag: "Register"
      readonly order: WebhookOrder
      readonly target: WebhookTarget
      readonly sealedSecret: string
      readonly switch: WebhookSwitch
    }
  /** Omitted fields stay as they are. */
  | {
      readonly _tag: "Change"
      readonly target: Partial<WebhookTarget>
      readonly switch: Option.Option<WebhookSwitch>
      readonly at: Instant
    }
  /** The old secret keeps signing until `signsUntil`; one still retiring from an earlier rotation stops now. */
  | {
      readonly _tag: "RotateSecret"
      readonly sealedSecret: string
      readonly signsUntil: Instant
      readonly at: Instant
    }
  /** An attempt was answered with 2xx. */
  | { readonly _tag: "NoteSuccess"; readonly at: Instant }
  /** An attempt failed. An endpoint that only fails for `failingMillisMax` is disabled. */
  | { readonly _tag: "NoteFailure"; readonly failingMillisMax: number; readonly at: Instant }
  /** The receiver answered 410: it wants no more events. */
  | { readonly _tag: "NoteGone"; readonly at: Instant }
  | { readonly _tag: "Delete"; readonly at: Instant }

export type WebhookEndpointEvent =
  | {
      readonly _tag: "WebhookRegistered"
      readonly order: WebhookOrder
      readonly target: WebhookTarget
      readonly sealedSecret: string
      readonly switch: WebhookSwitch
    }
  | { readonly _tag: "WebhookTargetChanged"; readonly target: WebhookTarget; readonly at: Instant }
  | { readonly _tag: "WebhookEnabled"; readonly at: Instant }
  | { readonly _tag: "WebhookDisabled"; readonly cause: DisablingCause; readonly at: Instant }
  | {
      readonly _tag: "WebhookSecretRotated"
      readonly sealedSecret: string
      readonly signsUntil: Instant
      readonly at: Instant
    }
  | { readonly _tag: "WebhookFailing"; readonly at: Instant }
  | { readonly _tag: "WebhookRecovered"; readonly at: Instant }
  | { readonly _tag: "WebhookDeleted"; readonly at: Instant }

/** This state does not allow the command. */
export class WebhookEndpointCommandRefused extends Schema.TaggedError<WebhookEndpointCommandRefused>()(
  "WebhookEndpointCommandRefused",
  { from: Schema.String, command: Schema.String }
) {
  get code() {
    return "webhook_endpoint_command_refused" as const
  }
}

export const webhookEndpointTransitions = {
  absent: { Register: ["enabled", "disabled"] },
  enabled: {
    Change: ["enabled", "disabled"],
    RotateSecret: ["enabled"],
    NoteSuccess: ["enabled"],
    NoteFailure: ["enabled", "disabled"],
    NoteGone: ["disabled"],
    Delete: ["deleted"]
  },
  disabled: {
    Change: ["enabled", "disabled"],
    RotateSecret: ["disabled"],
    NoteSuccess: ["disabled"],
    NoteFailure: ["disabled"],
    NoteGone: ["disabled"],
    Delete: ["deleted"]
  },
  deleted: { NoteSuccess: ["deleted"], NoteFailure: ["deleted"], NoteGone: ["deleted"], Delete: ["deleted"] }
} as const satisfies Transitions<WebhookEndpointState["_tag"], WebhookEndpointCommand["_tag"]>

type Decision = Result.Result<ReadonlyArray<WebhookEndpointEvent>, WebhookEndpointCommandRefused>

const accept = (...events: ReadonlyArray<WebhookEndpointEvent>): Decision => Result.succeed(events)

const sameTarget = (one: WebhookTarget, other: WebhookTarget): boolean =>
  one.url === other.url &&
  one.events.length === other.events.length &&
  one.events.every((event, index) => event === other.events[index])

const decide = (state: WebhookEndpointState, command: WebhookEndpointCommand): Decision => {
  if (!(command._tag in webhookEndpointTransitions[state._tag]))
    return Result.fail(new WebhookEndpointCommandRefused({ from: state._tag, command: command._tag }))
  if (command._tag === "Register") {
    const { order, sealedSecret, switch: standing, target } = command
    return accept({ _tag: "WebhookRegistered", order, target, sealedSecret, switch: standing })
  }
  invariant(state._tag !== "absent", `${command._tag} needs an endpoint`)
  const { at } = command
  switch (command._tag) {
    case "Change": {
      const target = { ...state.target, ...command.target }
      const events: Array<WebhookEndpointEvent> = []
      if (!sameTarget(state.target, target)) events.push({ _tag: "WebhookTargetChanged", target, at })
      const standing = Option.getOrElse(command.switch, () => state._tag)
      if (standing === "enabled" && state._tag === "disabled") events.push({ _tag: "WebhookEnabled", at })
      if (standing === "disabled" && state._tag === "enabled")
        events.push({ _tag: "WebhookDisabled", cause: "partner", at })
      return accept(...events)
    }
    case "RotateSecret": {
      const { sealedSecret, signsUntil } = command
      // If the command were applied twice, it would retire the secret that it brought, and the previous one
      // would stop.
      return sealedSecret === state.sealedSecret
        ? accept()
        : accept({ _tag: "WebhookSecretRotated", sealedSecret, signsUntil, at })
    }
    case "NoteSuccess":
      return state._tag === "enabled" && Option.isSome(state.failingSince)
        ? accept({ _tag: "WebhookRecovered", at })
        : accept()
    case "NoteFailure": {
      if (state._tag !== "enabled") return accept()
      if (Option.isNone(state.failingSince)) return accept({ _tag: "WebhookFailing", at })
      return at - state.failingSince.value >= command.failingMillisMax
        ? accept({ _tag: "WebhookDisabled", cause: "failing", at })
        : accept()
    }
    case "NoteGone":
      return state._tag === "enabled" ? accept({ _tag: "WebhookDisabled", cause: "gone", at }) : accept()
    case "Delete":
      return state._tag === "deleted" ? accept() : accept({ _tag: "WebhookDeleted", at })
  }
}

const evolve = (state: WebhookEndpointState, event: WebhookEndpointEvent): WebhookEndpointState => {
  if (event._tag === "WebhookRegistered") {
    invariant(state._tag === "absent", "an endpoint is registered once")
    const { order, sealedSecret, target } = event
    const registered = {
      order,
      target,
      sealedSecret,
      retiring: Option.none(),
      failingSince: Option.none(),
      updatedAt: order.createdAt
    }
    return event.switch === "enabled"
      ? { _tag: "enabled", ...registered }
      : { _tag: "disabled", cause: "partner", ...registered }
  }
  invariant(state._tag !== "absent", `${event._tag} needs an endpoint`)
  const { at: updatedAt } = event
  const { failingSince, order, retiring, sealedSecret, target } = state
  const registered = { order, target, sealedSecret, retiring, failingSince, updatedAt }
  switch (event._tag) {
    case "WebhookTargetChanged": {
      const row = event.target.url === target.url ? failingSince : Option.none<Instant>()
      return { ...state, target: event.target, failingSince: row, updatedAt }
    }
    case "WebhookEnabled":
      return { _tag: "enabled", ...registered, failingSince: Option.none() }
    case "WebhookDisabled":
      return { _tag: "disabled", ...registered, cause: event.cause }
    case "WebhookSecretRotated": {
      const { sealedSecret: next, signsUntil } = event
      return { ...state, sealedSecret: next, retiring: Option.some({ sealedSecret, signsUntil }), updatedAt }
    }
    case "WebhookFailing":
      return { ...state, failingSince: Option.some(event.at), updatedAt }
    case "WebhookRecovered":
      return { ...state, failingSince: Option.none(), updatedAt }
    case "WebhookDeleted":
      return { _tag: "deleted", ...registered }
  }
}

export const WebhookEndpoint: Decider<
  WebhookEndpointState,
  WebhookEndpointCommand,
  WebhookEndpointEvent,
  WebhookEndpointCommandRefused
> = { initial: { _tag: "absent" }, decide, evolve }

/** Whether an enabled endpoint subscribes to this event. */
export const isSubscribed = ({ target }: RegisteredEndpoint, type: WebhookEventType): boolean =>
  target.events.length === 0 || target.events.includes(type)

/** The sealed secrets that sign at this instant, the newest first. */
export const signingSecrets = (
  { retiring, sealedSecret }: RegisteredEndpoint,
  at: Instant
): readonly [string, ...ReadonlyArray<string>] =>
  Option.isSome(retiring) && at < retiring.value.signsUntil
    ? [sealedSecret, retiring.value.sealedSecret]
    : [sealedSecret]

/** An endpoint that has been loaded or just registered exists. */
export const registeredEndpoint = (state: WebhookEndpointState): RegisteredEndpoint => {
  invariant(state._tag !== "absent", "a registered endpoint is never absent again")
  return state
}

/** An endpoint in its state after registration. */
export const firstRegistered = (
  registration: Omit<Extract<WebhookEndpointEvent, { readonly _tag: "WebhookRegistered" }>, "_tag">
): RegisteredEndpoint =>
  registeredEndpoint(evolve({ _tag: "absent" }, { _tag: "WebhookRegistered", ...registration }))

export const isDeleted = (endpoint: RegisteredEndpoint): boolean => endpoint._tag === "deleted"

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly WebhookEndpoint: RegisteredEndpoint
  }
  interface EventsByConcept {
    readonly WebhookEndpoint: WebhookEndpointEvent
  }
}
