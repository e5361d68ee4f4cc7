import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterwards } from "@quittance/testing"

/** One call of a receiver: a body and what proves it. */
export interface EventArrival {
  readonly body: string
  readonly headers: IncomingMessage["headers"]
  /** Answers with this status, where its receiver holds its answers. */
  readonly answer: (status: number) => void
}

/**
 * How an arrival is met: a status, a connection that breaks off, or an answer that waits until somebody asks for it.
 */
export type Meeting = number | "breaks" | { readonly holds: (answer: (status: number) => void) => void }

/** Says how the arrival of an event is met that came for the `nth` time; the first is 1. */
type Meet = (arrival: EventArrival, nth: number) => Meeting

const answered = (response: ServerResponse, meeting: Meeting): void => {
  if (meeting === "breaks") response.destroy()
  else if (typeof meeting === "number") response.writeHead(meeting).end()
  else meeting.holds((status) => response.writeHead(status).end())
}

/** A real receiver on loopback that keeps every arrival, by event. Closed afterwards. */
export class EventReceiver {
  /** By event id, each in the order in which they came. */
  readonly arrivals = new Map<string, Array<EventArrival>>()
  /** All of them, as they came. */
  readonly all: Array<EventArrival> = []
  #url = ""
  readonly #meet: Meet
  readonly #lookers = new Set<() => void>()

  private constructor(meet: Meet) {
    this.#meet = meet
  }

  static async open(meet: Meet = () => 204, port = 0): Promise<EventReceiver> {
    const receiver = new EventReceiver(meet)
    const server = createServer((request, response) => receiver.#take(request, response))
    // Nothing but what a test wants closes a connection.
    server.keepAliveTimeout = 0
    server.listen(port, "127.0.0.1")
    await once(server, "listening")
    afterwards(() => {
      server.close()
      server.closeAllConnections()
    })
    receiver.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    return receiver
  }

  /** One that answers when the test does. */
  static holding(): Promise<EventReceiver> {
    return EventReceiver.open(() => ({ holds: () => undefined }))
  }

  get arrivalCount(): number {
    return this.all.length
  }

  /** The arrival that is that one of all, counted from 0, once it has come. */
  async arrived(index: number): Promise<EventArrival> {
    await this.until(({ all }) => all.length > index)
    return this.all[index] as EventArrival
  }

  get url(): string {
    return this.#url
  }

  /** How many different events came. */
  get eventCount(): number {
    return this.arrivals.size
  }

  /** Completes when it is so; looked at with every arrival. */
  until(isSo: (receiver: EventReceiver) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isSo(this)) return
        this.#lookers.delete(look)
        resolve()
      }
      this.#lookers.add(look)
      look()
    })
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const pieces: Array<Buffer> = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    // Who is killed in between leaves half a request: that is no arrival.
    request.on("end", () => {
      const arrival = {
        body: Buffer.concat(pieces).toString(),
        headers: request.headers,
        answer: (status: number) => void response.writeHead(status).end()
      }
      const id = String(request.headers["webhook-id"])
      const sameEvent = this.arrivals.get(id) ?? []
      sameEvent.push(arrival)
      this.arrivals.set(id, sameEvent)
      this.all.push(arrival)
      answered(response, this.#meet(arrival, sameEvent.length))
      for (const look of [...this.#lookers]) look()
    })
  }
}
