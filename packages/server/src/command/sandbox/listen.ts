import { createHash } from "node:crypto"
import { hostname } from "node:os"
import { Ids, Subscriptions } from "@quittance/core"
import {
  accountWebhookEvents,
  fiatWebhookEvents,
  Subscribers,
  type WebhookEventType
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../../cli/Command.ts"
import type { CommandInput } from "../../cli/CommandInput.ts"
import { UsageError } from "../../cli/UsageError.ts"
import type { StoreConfiguration } from "../../configuration/StoreConfiguration.ts"
import { listenForSignals } from "../../start/process.ts"
import { servicesLayer } from "../../start/services.ts"
import { isRunning } from "../../start/WorkerOwner.ts"
import { onStore } from "../onStore.ts"
import { printLine } from "../print.ts"
import { keyOf, listenSecret } from "./listenSecret.ts"
import { type Relayed, relay } from "./relay.ts"
import { sandboxOnly, sandboxPartner } from "./sandboxPartner.ts"

/**
 * `quittance listen`: subscribes to the store under a name of its own, and posts each event of one partner to this
 * machine. No webhook is registered or called for it, so deliveries to others are as without it. It ends with a signal,
 * and takes its name out of the store; what a killed one left there, the next one takes out.
 */
export const run: RunCommand = (input) => {
  const url = localUrlIn(input)
  const events = (input.texts("--events") ?? [
    ...fiatWebhookEvents,
    ...accountWebhookEvents
  ]) as ReadonlyArray<WebhookEventType>
  let configured: StoreConfiguration
  const listen = Effect.gen(function* () {
    const partner = yield* sandboxPartner(input, configured)
    const { file, secret } = yield* listenSecret(configured)
    const subscribers = yield* Subscribers
    const subscriptions = yield* Subscriptions
    const ended = yield* listenForSignals
    yield* forgetGone(subscribers)
    const name = `${namePrefix}${process.pid}-${yield* Effect.flatMap(Ids, ({ token }) => token(4))}`
    const { stop } = yield* subscriptions.on(
      [...new Set(events)],
      { name, from: "now", onGap: () => Effect.void },
      (event) =>
        event.partnerId === partner.id
          ? Effect.map(relay(url, keyOf(secret), event), (relayed) =>
              printRelayed(
                input,
                { event: event.type, eventId: event.id, about: aboutOf(event.data), at: event.createdAt },
                relayed
              )
            )
          : Effect.void
    )
    printStart(input, { partner: partner.name, url, events: input.texts("--events") ?? null, file, secret })
    yield* Effect.ensuring(Effect.andThen(ended, stop), Effect.ignore(subscribers.remove(name)))
    return 0
  })
  return onStore(
    (configuration) => {
      configured = configuration
      return servicesLayer(configuration, { vault: "none" })
    },
    listen,
    { check: sandboxOnly("listen") }
  )
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** What is relayed may be personal, and is signed with a secret that lies about: it stays on this machine. */
const localUrlIn = (input: CommandInput): string => {
  const text = input.required("--forward-to")
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && url.username + url.password !== "")
    throw new UsageError("--forward-to must have no user and no password before its host.")
  if (url === undefined || !/^https?:$/.test(url.protocol) || !loopback.test(url.hostname))
    throw new UsageError(
      `--forward-to must be a URL of this machine, such as http://localhost:4000/webhooks, not "${text}".`
    )
  return url.href
}

/** Names of this machine's listeners. */
const namePrefix = `listen-${createHash("sha256").update(hostname()).digest("hex").slice(0, 8)}-`

/** Takes out listeners of this machine that were killed: events would wait for them for ever. */
const forgetGone = Effect.fnUntraced(function* (subscribers: Subscribers["Service"]) {
  for (const { name } of yield* subscribers.list) {
    const [, pid] = new RegExp(`^${namePrefix}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) yield* Effect.ignore(subscribers.remove(name))
  }
})

const aboutOf = (data: { readonly object: object }): string =>
  "id" in data.object ? String(data.object.id) : ""

interface Start {
  readonly partner: string
  readonly url: string
  readonly events: ReadonlyArray<string> | null
  readonly file: string
  readonly secret: string
}

const printStart = (input: CommandInput, { events, file, partner, secret, url }: Start): void => {
  if (input.has("--json")) {
    printLine(JSON.stringify({ listening: { partner, forwardTo: url, events, secret } }))
    return
  }
  printLine(`Relaying ${events === null ? "all events" : events.join(", ")} of ${partner} to ${url}.`)
  printLine(`Signing secret: ${secret} (kept in ${file})\n`)
  printLine(tableLine("TIME (UTC)", "EVENT", "ABOUT", "ANSWER"))
}

interface Shown {
  readonly event: string
  readonly eventId: string
  readonly about: string
  readonly at: string
}

const printRelayed = (
  input: CommandInput,
  { about, at, event, eventId }: Shown,
  { millis, problem, status }: Relayed
): void => {
  const told = {
    at,
    event,
    eventId,
    resourceId: about,
    status: status ?? null,
    error: problem || null,
    millis
  }
  const answer = status === undefined ? problem : `${status}, ${millis} ms`
  printLine(input.has("--json") ? JSON.stringify(told) : tableLine(at.slice(11, 19), event, about, answer))
}

const tableLine = (time: string, event: string, about: string, answer: string): string =>
  `${time.padEnd(10)}  ${event.padEnd(27)}  ${about.padEnd(36)}  ${answer}`
