import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly begin: () => void
  readonly heldBytes: number
}

/** The limits that all connections share, each with what a connection reports to them. */
export interface CommonLimits {
  /** The connection was used. */
  readonly used: (connection: Connection) => void
  /** Counts memory that a connection takes or returns. Beyond the limit, the largest holders are closed. */
  readonly hold: (connection: Connection, bytes: number) => void
  /** Closes a connection unless `unexpect` is called within the time. */
  readonly expect: (connection: Connection, millis: number) => void
  readonly unexpect: (connection: Connection) => void
}

/**
 * From this many waiting requests on, nothing more is read: a client that pipelines a few costs no more than
 * one that does not.
 */
const waitingMax = 32
/** How many requests of one connection are started before other connections have their turn. */
const rowMax = 8

/**
 * The state of a connection. `quiet`: no request is in progress, so closing it loses none. `receiving`: a
 * request's body is still arriving. `sending`: the client has not read all of its answer, or it is a stream.
 */
export type ConnectionState = "quiet" | "receiving" | "answering" | "sending"

/**
 * One connection with one request in progress: pipelined requests wait for it. When many wait, nothing more
 * is read from the socket until all of them have started.
 */
export class Connection {
  readonly socket: Socket
  /** The client network; undefined for a trusted proxy. */
  readonly network: string | undefined
  /** How much of this process's memory it holds. */
  heldBytes = 0
  /** A counter that grows with every use of any connection; the lowest value was unused for longest. */
  lastUse = 0
  private readonly all: CommonLimits
  private current: Arrival | undefined
  private readonly waiting: Array<Arrival> = []
  private begun = 0
  private receivedBytes = 0
  private sending = 0
  private isStreaming = false

  constructor(socket: Socket, network: string | undefined, all: CommonLimits) {
    this.socket = socket
    this.network = network
    this.all = all
    // Node resumes reading when an answer has drained, even if the socket was paused.
    socket.on("drain", () => process.nextTick(this.holdBack))
  }

  get state(): ConnectionState {
    if (this.current === undefined) return "quiet"
    if (!this.current.request.complete) return "receiving"
    return this.isStreaming || this.sending > 0 ? "sending" : "answering"
  }

  /** The answer to the latest request. */
  get latest(): ServerResponse | undefined {
    return (this.waiting.at(-1) ?? this.current)?.response
  }

  /** Starts a request, or keeps it until the previous ones are answered. */
  take(request: IncomingMessage, response: ServerResponse, begin: () => void, heldBytes: number): void {
    const arrival = { request, response, begin, heldBytes }
    if (this.current === undefined) this.begin(arrival)
    else {
      this.waiting.push(arrival)
      // Node still parses what it has read, and resumes reading at the end of each request.
      if (this.waiting.length >= waitingMax) process.nextTick(this.holdBack)
      this.all.hold(this, heldBytes)
    }
  }

  /**
   * Counts bytes that were handed over but not sent, and gives the client `millis` to read them. Returns the
   * function to call when they are sent.
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

  /** Counts received bytes of the current body, which are kept until its request is answered. */
  receive(bytes: number): void {
    this.receivedBytes += bytes
    this.all.hold(this, bytes)
  }

  /** The current answer is a stream, the last of its connection. */
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
    // The previous answer may have been the last of this connection.
    if (!this.socket.writable) return
    if (this.waiting.length === 0 && this.socket.isPaused()) this.socket.resume()
    this.begin(next)
  }

  private readonly holdBack = (): void => {
    if (this.waiting.length >= waitingMax) this.socket.pause()
  }
}
