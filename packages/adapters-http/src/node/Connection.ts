import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Connections } from "./Connections.ts"

interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly begin: () => void
  readonly heldBytes: number
}

/** So many wait before nothing more is read: a client that sends a few ahead costs no more than one that does not. */
const waitingMax = 32
/** So many are begun one after the other before other connections have their turn. */
const rowMax = 8

/**
 * What a connection is doing. `quiet`: no request is in the making, so none is lost when it is closed. `receiving`: the
 * body of one is still coming. `sending`: the client has not read all of its answer, or it is a stream.
 */
export type ConnectionState = "quiet" | "receiving" | "answering" | "sending"

/**
 * One connection, with one request in the making: those that a client sends ahead wait for it. When many do, nothing more
 * is read from the socket until all of them have begun.
 */
export class Connection {
  readonly socket: Socket
  /** Who is at its other end; nobody in particular when it is a trusted proxy. */
  readonly network: string | undefined
  /** What it holds of this process's memory. */
  heldBytes = 0
  /** Grows from connection to connection as they are used, so that it tells which one was not for longest. */
  lastUse = 0
  private readonly all: Connections
  private current: Arrival | undefined
  private readonly waiting: Array<Arrival> = []
  private begun = 0
  private receivedBytes = 0
  private sending = 0
  private isStreaming = false

  constructor(socket: Socket, network: string | undefined, all: Connections) {
    this.socket = socket
    this.network = network
    this.all = all
    // Node reads on when an answer has drained, whoever else does not want it to.
    socket.on("drain", () => process.nextTick(this.holdBack))
  }

  get state(): ConnectionState {
    if (this.current === undefined) return "quiet"
    if (!this.current.request.complete) return "receiving"
    return this.isStreaming || this.sending > 0 ? "sending" : "answering"
  }

  /** The answer to the latest request that came. */
  get latest(): ServerResponse | undefined {
    return (this.waiting.at(-1) ?? this.current)?.response
  }

  /** Begins a request, or keeps it until those before it are answered. */
  take(request: IncomingMessage, response: ServerResponse, begin: () => void, heldBytes: number): void {
    const arrival = { request, response, begin, heldBytes }
    if (this.current === undefined) this.begin(arrival)
    else {
      this.waiting.push(arrival)
      // Node still takes apart what it has read, and reads on at the end of each request.
      if (this.waiting.length >= waitingMax) process.nextTick(this.holdBack)
      this.all.hold(this, heldBytes)
    }
  }

  /**
   * Counts what was handed over and is not yet sent, and gives the client `millis` to read it. Returns what is to be
   * called when it is sent.
   */
  awaitReader(heldBytes: number, millis: number): () => void {
    this.sending += 1
    this.all.expect(this, millis)
    this.all.hold(this, heldBytes)
    return () => {
      this.sending -= 1
      if (this.sending === 0) this.all.unexpect(this)
      this.all.hold(this, -heldBytes)
    }
  }

  /** Counts what came of the body in the making, and is kept until its request is answered. */
  receive(bytes: number): void {
    this.receivedBytes += bytes
    this.all.hold(this, bytes)
  }

  /** The answer in the making is a stream, the last of its connection. */
  beginStream(): void {
    this.isStreaming = true
  }

  private begin(arrival: Arrival): void {
    this.current = arrival
    arrival.response.once("close", this.advance)
    arrival.begin()
  }

  private readonly advance = (): void => {
    const next = this.waiting.shift()
    this.current = next
    if (this.receivedBytes > 0) this.all.hold(this, -this.receivedBytes)
    this.receivedBytes = 0
    this.begun += 1
    if (next === undefined) this.all.used(this)
    else if (this.begun % rowMax !== 0) this.beginNext(next)
    else setImmediate(this.beginNext, next)
  }

  private readonly beginNext = (next: Arrival): void => {
    this.all.hold(this, -next.heldBytes)
    // The answer before it may have been the last of this connection.
    if (!this.socket.writable) return
    if (this.waiting.length === 0 && this.socket.isPaused()) this.socket.resume()
    this.begin(next)
  }

  private readonly holdBack = (): void => {
    if (this.waiting.length >= waitingMax) this.socket.pause()
  }
}
