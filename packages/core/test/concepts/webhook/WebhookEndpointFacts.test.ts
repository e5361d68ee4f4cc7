import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  firstRegistered,
  isDeleted,
  isSubscribed,
  type RegisteredEndpoint,
  WebhookEndpoint,
  type WebhookEndpointCommand
} from "../../../src/concepts/webhook/WebhookEndpoint.ts"
import {
  eventsOfFamily,
  familyOfEvent,
  subscribedFamilies
} from "../../../src/concepts/webhook/WebhookEvents.ts"
import { transitWebhookView, webhookView } from "../../../src/concepts/webhook/WebhookView.ts"
import { stateAfter } from "../../kernel/machine/lawsOf.ts"
import { endpointCommandsAt, otherUrl, start, target } from "./webhookSamples.ts"

/** The endpoint after these commands; a refused one fails the test. */
const after = (...commands: ReadonlyArray<WebhookEndpointCommand>): RegisteredEndpoint =>
  stateAfter(WebhookEndpoint, commands)

const { Register } = endpointCommandsAt(start)
const failure = (at: number): WebhookEndpointCommand => endpointCommandsAt(at).NoteFailure
const change = (
  changes: Extract<WebhookEndpointCommand, { readonly _tag: "Change" }>["target"],
  at: number
): WebhookEndpointCommand => ({ _tag: "Change", target: changes, switch: Option.none(), at })
const turn = (standing: "enabled" | "disabled", at: number): WebhookEndpointCommand => ({
  _tag: "Change",
  target: {},
  switch: Option.some(standing),
  at
})
const rotation = (sealedSecret: string, at: number, signsUntil: number): WebhookEndpointCommand => ({
  _tag: "RotateSecret",
  sealedSecret,
  signsUntil,
  at
})

describe("an unbroken row of failures", () => {
  const first = start + 1000

  it("ends with another URL, and not with other events", () => {
    const [url, events] = [
      change({ url: otherUrl }, first + 1),
      change({ events: ["invoice.paid"] }, first + 1)
    ]
    assert.deepStrictEqual(after(Register, failure(first), url).failingSince, Option.none())
    assert.deepStrictEqual(after(Register, failure(first), events).failingSince, Option.some(first))
  })

  it("is not made by attempts that end after the endpoint was disabled, nor longer by one that is told late", () => {
    const disabled = after(Register, turn("disabled", first), failure(first + 1))
    assert.deepStrictEqual(disabled.failingSince, Option.none())
    assert.propertyVal(disabled, "cause", "partner")
    assert.deepStrictEqual(after(Register, failure(first), failure(start)).failingSince, Option.some(first))
  })
})

describe("a change", () => {
  it("leaves alone what it does not name", () => {
    const url = after(Register, change({ url: otherUrl }, start + 1))
    assert.deepStrictEqual(url.target, { url: otherUrl, events: target.events })
    const events = after(Register, change({ events: ["invoice.paid"] }, start + 1))
    assert.deepStrictEqual(events.target, { url: target.url, events: ["invoice.paid"] })
  })

  it("of one event for another takes the other", () => {
    const paid = change({ events: ["invoice.paid"] }, start + 1)
    const expired = change({ events: ["invoice.expired"] }, start + 2)
    assert.deepStrictEqual(after(Register, paid, expired).target.events, ["invoice.expired"])
  })

  it("of nothing adds nothing", () =>
    assert.deepStrictEqual(
      WebhookEndpoint.decide(after(Register), change(target, start + 1)),
      Result.succeed([])
    ))

  it("of target and switch at once takes both", () => {
    const off = after(Register, turn("disabled", start + 1))
    const on = WebhookEndpoint.decide(off, {
      _tag: "Change",
      target: { url: otherUrl },
      switch: Option.some("enabled"),
      at: start + 2
    })
    const tags = Result.getOrElse(on, () => []).map(({ _tag }) => _tag)
    assert.deepStrictEqual(tags, ["WebhookTargetChanged", "WebhookEnabled"])
  })
})

describe("an endpoint", () => {
  it("begins as its registration says, and is deleted only once it was", () => {
    const { _tag, ...registration } = Register
    const first = firstRegistered(registration)
    assert.deepStrictEqual(first, after(Register))
    assert.isFalse(isDeleted(first))
    assert.isTrue(isDeleted(after(Register, endpointCommandsAt(start + 1).Delete)))
  })
})

describe("what an endpoint wants to be told of", () => {
  const all = subscribedFamilies.flatMap((family) => eventsOfFamily[family])

  it("is everything when it names no events", () => {
    for (const type of all) assert.isTrue(isSubscribed(after(Register), type), type)
  })

  it("is what it names and nothing else", () => {
    const endpoint = after(Register, change({ events: ["invoice.paid", "kyc.failed"] }, start + 1))
    assert.deepStrictEqual(
      all.filter((type) => isSubscribed(endpoint, type)),
      ["invoice.paid", "kyc.failed"]
    )
  })

  it("belongs to exactly one family", () => {
    for (const family of subscribedFamilies)
      for (const type of eventsOfFamily[family]) assert.strictEqual(familyOfEvent(type), family)
    assert.strictEqual(new Set(all).size, all.length)
  })
})

describe("an endpoint as the API shows it", () => {
  const instant = (millis: number): string => new Date(millis).toISOString()

  it("in the fiat group", () =>
    assert.deepStrictEqual(webhookView(after(Register, failure(start + 5))), {
      id: "whk_1",
      url: target.url,
      events: [],
      active: true,
      disabledReason: null,
      failingSince: instant(start + 5),
      createdAt: instant(start),
      updatedAt: instant(start + 5)
    }))

  it("in the transit group", () =>
    assert.deepStrictEqual(transitWebhookView(after(Register, endpointCommandsAt(start + 5).NoteGone)), {
      url: target.url,
      events: [],
      enabled: false,
      disabledReason: "gone",
      failingSince: null,
      createdAt: instant(start),
      updatedAt: instant(start + 5)
    }))

  it("never shows a secret", () => {
    const endpoint = after(Register, rotation("sealed 2", start + 1, start + 2))
    for (const view of [webhookView(endpoint), transitWebhookView(endpoint)])
      assert.notInclude(JSON.stringify(view), "sealed")
  })
})
