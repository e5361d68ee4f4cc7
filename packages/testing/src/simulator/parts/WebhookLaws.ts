import {
  type AggregateWrite,
  type Commit,
  eventsOfFamily,
  isSubscribed,
  type RecordedDelivery,
  type RegisteredEndpoint,
  type WebhookMessage,
  webhookSandboxRetryPolicy
} from "@quittance/core/adapter"
import type { SimulatedReceivers } from "../outside/SimulatedReceivers.ts"

/** A message in the outbox, and the endpoints that must get it unless they change before. */
interface Waiting {
  readonly message: WebhookMessage
  readonly owed: Set<string>
}

const attemptMax = webhookSandboxRetryPolicy.delaysMillis.length

/**
 * What must be true of webhooks at the moment when a commit says it. Whoever listens when an event lands gets it, once.
 * *Delivered* means that the receiver accepted it. *Failed* means that the schedule was used up, or that the endpoint
 * took nothing any more. *Cancelled* means that the endpoint at some time did not subscribe to the event. No attempt is
 * counted that was not made. The versions of a resource grow.
 */
export class WebhookLaws {
  readonly #receivers: SimulatedReceivers
  readonly #endpoints = new Map<string, RegisteredEndpoint>()
  /** Endpoints that took nothing at some time. */
  readonly #stopped = new Set<string>()
  /** All sets of events that each endpoint has ever subscribed to; an empty set means every event. */
  readonly #subscribed = new Map<string, Array<RegisteredEndpoint>>()
  readonly #messages = new Map<string, WebhookMessage>()
  /** Messages that were sent before they were posted: their first attempt is the only one. */
  readonly #tests = new Set<string>()
  readonly #waiting = new Map<string, Waiting>()
  readonly #deliveries = new Map<string, RecordedDelivery>()
  /** Which message has a delivery to which endpoint. */
  readonly #made = new Set<string>()
  /** The endpoints of KYC sessions that got the result. */
  readonly #notified = new Set<string>()
  readonly #versions = new Map<string, number>()

  constructor(receivers: SimulatedReceivers) {
    this.#receivers = receivers
  }

  /** All deliveries as last committed, those that retention has erased included. */
  get deliveries(): ReadonlyArray<RecordedDelivery> {
    return [...this.#deliveries.values()]
  }

  /** All endpoints as last committed. */
  get endpoints(): ReadonlyArray<RegisteredEndpoint> {
    return [...this.#endpoints.values()]
  }

  /** A sentence for each law that this commit, which landed, breaks. */
  brokenBy(commit: Commit): ReadonlyArray<string> {
    const broken: Array<string> = []
    for (const write of commit.aggregates) if (write._tag === "WebhookEndpoint") this.#change(write.state)
    for (const change of commit.outbox)
      if (change._tag === "Posted") broken.push(...this.#post(change.message, change.fanOut, commit))
    for (const write of commit.aggregates)
      if (write._tag === "WebhookDelivery") broken.push(...this.#write(write, commit))
    for (const change of commit.outbox)
      if (change._tag === "FannedOut" && change.through === "all")
        broken.push(...this.#fannedOut(change.messageId))
    return broken
  }

  /** What remains to be reported when all is settled. */
  brokenAtTheEnd(): ReadonlyArray<string> {
    return [
      ...[...this.#waiting.keys()].map((id) => `${id} was never fanned out`),
      ...this.deliveries
        .filter(({ _tag }) => _tag === "pending")
        .map(({ order }) => `delivery ${order.id} is still pending when all is settled`)
    ]
  }

  #change(endpoint: RegisteredEndpoint): void {
    const { id } = endpoint.order
    this.#endpoints.set(id, endpoint)
    if (endpoint._tag !== "enabled") this.#stopped.add(id)
    this.#subscribed.set(id, [...(this.#subscribed.get(id) ?? []), endpoint])
    for (const { message, owed } of this.#waiting.values()) if (!wants(endpoint, message)) owed.delete(id)
  }

  #post(message: WebhookMessage, fanOut: "queued" | "none", commit: Commit): ReadonlyArray<string> {
    const { body, id } = message
    this.#messages.set(id, message)
    const sent = this.#receivers.bodyOf(id)
    if (sent !== undefined && sent !== body) return [`${id} was posted with other bytes than were sent`]
    if (fanOut === "none") {
      if (!isAddressed(message, commit)) this.#tests.add(id)
      return []
    }
    const owed = this.endpoints.filter((endpoint) => wants(endpoint, message)).map(({ order }) => order.id)
    this.#waiting.set(id, { message, owed: new Set(owed) })
    const {
      data,
      version
    }: { readonly version: number; readonly data: { readonly object: { id: string } } } = JSON.parse(body)
    const before = this.#versions.get(data.object.id) ?? 0
    this.#versions.set(data.object.id, version)
    return version <= before ? [`${id} tells of version ${version} after ${before}`] : []
  }

  #fannedOut(messageId: string): ReadonlyArray<string> {
    const waiting = this.#waiting.get(messageId)
    this.#waiting.delete(messageId)
    return [...(waiting?.owed ?? [])].map((endpointId) => `nobody told ${endpointId} of ${messageId}`)
  }

  #write(
    { expectedVersion, state }: Extract<AggregateWrite, { readonly _tag: "WebhookDelivery" }>,
    commit: Commit
  ): ReadonlyArray<string> {
    const { order } = state
    const before = this.#deliveries.get(order.id)
    this.#deliveries.set(order.id, state)
    const broken: Array<string> = []
    if (expectedVersion === 0) broken.push(...this.#make(state))
    const asked = commit.events.some(
      ({ event, subjectId }) => event._tag === "RedeliveryRequested" && subjectId === order.id
    )
    const isEnded = before !== undefined && before._tag !== "pending"
    if (isEnded && state._tag !== before._tag && !asked)
      broken.push(`${order.id} was ${before._tag} and became ${state._tag} by itself`)
    if (state._tag === "delivered" && !this.#receivers.hasTaken(order.eventId, state.url))
      broken.push(`${order.id} is delivered, and nobody took it at ${state.url}`)
    if (state._tag === "failed" && !this.#mayFail(state)) broken.push(`${order.id} was given up too early`)
    if (state._tag === "cancelled" && !this.#mayCancel(state))
      broken.push(`${order.id} was cancelled, and its endpoint always wanted it`)
    const attempts = this.deliveries
      .filter((each) => each.order.eventId === order.eventId)
      .reduce((sum, each) => sum + each.attempts, 0)
    if (attempts > this.#receivers.callCountOf(order.eventId))
      broken.push(`${attempts} attempts of ${order.eventId} are logged, and fewer were made`)
    return broken
  }

  #make({ _tag, order }: RecordedDelivery): ReadonlyArray<string> {
    const broken: Array<string> = []
    const { endpointId, eventId, id } = order
    const name = `${eventId} for ${endpointId}`
    if (this.#made.has(name)) broken.push(`there is a second delivery of ${name}`)
    this.#made.add(name)
    if (this.#endpoints.get(endpointId)?.order.family === "kyc") {
      if (this.#notified.has(endpointId)) broken.push(`${endpointId} was told of a second result`)
      this.#notified.add(endpointId)
    }
    this.#waiting.get(eventId)?.owed.delete(endpointId)
    const message = this.#messages.get(eventId)
    const endpoint = this.#endpoints.get(endpointId)
    if (message === undefined || endpoint === undefined) broken.push(`${id} has no message or no endpoint`)
    // What did not wait is a test, which is sent to whatever endpoint.
    else if (_tag === "pending" && !mayGet(endpoint, message)) broken.push(`${name} is none of its business`)
    return broken
  }

  #mayCancel({ order }: RecordedDelivery): boolean {
    const known = this.#subscribed.get(order.endpointId) ?? []
    return known.some((endpoint) => !isSubscribed(endpoint, order.type))
  }

  #mayFail({ attempts, attemptsBefore, order }: RecordedDelivery): boolean {
    const isUnrepeated = this.#tests.has(order.eventId) && attempts === 1
    return isUnrepeated || this.#stopped.has(order.endpointId) || attempts - attemptsBefore >= attemptMax
  }
}

/** Whether a message has its delivery from the start: it goes to one endpoint alone. */
const isAddressed = ({ id }: WebhookMessage, { aggregates }: Commit): boolean =>
  aggregates.some(
    (write) =>
      write._tag === "WebhookDelivery" && write.state.order.eventId === id && write.state._tag === "pending"
  )

/** Whether the endpoint is there for messages of this kind, and was when this one was made. */
const mayGet = ({ order }: RegisteredEndpoint, { createdAt, partnerId, type }: WebhookMessage): boolean =>
  order.partnerId === partnerId &&
  eventsOfFamily[order.family].some((each) => each === type) &&
  order.createdAt <= createdAt

/** Whether the endpoint takes a message now that is for all who want it. */
const wants = (endpoint: RegisteredEndpoint, message: WebhookMessage): boolean =>
  endpoint._tag === "enabled" &&
  endpoint.order.family !== "kyc" &&
  mayGet(endpoint, message) &&
  isSubscribed(endpoint, message.type)
