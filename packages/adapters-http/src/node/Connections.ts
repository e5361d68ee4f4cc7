import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { isInBlocks } from "@quittance/core/adapter"
import { Effect } from "effect"
import { clientNetwork } from "../access/ClientNetwork.ts"
import { type CommonLimits, Connection } from "./Connection.ts"
import { connectionsToClose } from "./connectionsToClose.ts"

export interface ConnectionBounds {
  /** How many may be open. */
  readonly connectionsMax: number
  /** The maximum memory of the process that they may hold together. */
  readonly heldBytesMax: number
  /** Proxies, behind which many clients share an address. */
  readonly trustedProxies: ReadonlyArray<string>
}

/** From this share of the maximum on, connections are closed for new ones. */
const crowdedPart = 3 / 4

/**
 * All open connections and their common limits: their number, their memory, and the time that a client takes
 * to read or to leave. While there is room, none is closed.
 */
export class Connections implements CommonLimits {
  private readonly bounds: ConnectionBounds
  private readonly open = new Map<Socket, Connection>()
  private readonly counts = new Map<string, number>()
  private readonly expected = new Map<Connection, number>()
  private heldBytes = 0
  private elapsedMillis = 0
  private uses = 0

  constructor(bounds: ConnectionBounds) {
    this.bounds = bounds
  }

  add(socket: Socket): void {
    const connection = new Connection(socket, this.networkOf(socket), this)
    this.open.set(socket, connection)
    this.used(connection)
    this.count(connection, 1)
    socket.once("close", () => this.forget(connection))
    const { connectionsMax } = this.bounds
    if (this.open.size <= connectionsMax * crowdedPart) return
    const others = [...this.open.values()].filter((each) => each !== connection)
    for (const each of connectionsToClose(others, this.counts, connectionsMax)) this.close(each)
  }

  of(socket: Socket): Connection | undefined {
    return this.open.get(socket)
  }

  used(connection: Connection): void {
    this.uses += 1
    connection.lastUse = this.uses
  }

  hold(connection: Connection, bytes: number): void {
    if (!this.open.has(connection.socket)) return
    connection.heldBytes += bytes
    this.heldBytes += bytes
    if (bytes > 0 && this.heldBytes > this.bounds.heldBytesMax) this.closeHeaviest()
  }

  expect(connection: Connection, millis: number): void {
    this.expected.set(connection, this.elapsedMillis + millis)
  }

  unexpect(connection: Connection): void {
    this.expected.delete(connection)
  }

  /** Lets time pass. */
  pass(millis: number): void {
    this.elapsedMillis += millis
    for (const [connection, until] of this.expected) if (until <= this.elapsedMillis) this.close(connection)
  }

  private networkOf(socket: Socket): string | undefined {
    const address = socket.remoteAddress ?? ""
    return isInBlocks(address, this.bounds.trustedProxies) ? undefined : clientNetwork(address)
  }

  private close(connection: Connection): void {
    this.forget(connection)
    connection.socket.destroy()
  }

  private forget(connection: Connection): void {
    if (!this.open.delete(connection.socket)) return
    this.expected.delete(connection)
    this.heldBytes -= connection.heldBytes
    this.count(connection, -1)
  }

  private count({ network }: Connection, change: 1 | -1): void {
    if (network === undefined) return
    const count = (this.counts.get(network) ?? 0) + change
    if (count === 0) this.counts.delete(network)
    else this.counts.set(network, count)
  }

  /**
   * Closes the largest holders of the network that holds most, then of the next, until a quarter of the limit
   * is free.
   */
  private closeHeaviest(): void {
    const networks = Map.groupBy(
      [...this.open.values()].filter(({ heldBytes }) => heldBytes > 0),
      (each) => each.network ?? each
    )
    const total = (some: ReadonlyArray<Connection>) => some.reduce((sum, { heldBytes }) => sum + heldBytes, 0)
    const heaviest = [...networks.values()]
      .map((members) => ({ members, held: total(members) }))
      .sort((one, other) => other.held - one.held)
      .flatMap(({ members }) => members.sort((one, other) => other.heldBytes - one.heldBytes))
    for (const connection of heaviest) {
      if (this.heldBytes <= this.bounds.heldBytesMax * crowdedPart) return
      this.close(connection)
    }
  }
}

/** Answers in progress, so that a shutdown can wait for them. */
export class InFlight {
  private readonly streams = new Set<() => void>()
  private count = 0
  private whenNone: (() => void) | undefined

  /** Whether the server is shutting down: connections are then not reused. */
  stopping = false

  begin(response: ServerResponse): void {
    this.count += 1
    response.once("close", this.end)
  }

  private readonly end = (): void => {
    this.count -= 1
    if (this.count === 0) this.whenNone?.()
  }

  /** A stream ends only by its client or by the shutdown. */
  addStream(response: ServerResponse, stop: () => void): void {
    this.streams.add(stop)
    response.once("close", () => this.streams.delete(stop))
    if (this.stopping) stop()
  }

  /** Starts the shutdown: streams end, and the next answer of every connection is its last. */
  stop(): void {
    this.stopping = true
    for (const stop of this.streams) stop()
  }

  /** Completes when nothing is in flight. */
  readonly finished = Effect.callback<void>((resume) => {
    if (this.count === 0) resume(Effect.void)
    else this.whenNone = () => resume(Effect.void)
  })
}
