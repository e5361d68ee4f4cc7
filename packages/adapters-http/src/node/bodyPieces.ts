import type { IncomingMessage } from "node:http"
import { Cause, Effect, Stream } from "effect"
import { BodyBroken } from "../message/ApiRequest.ts"
import type { RequestFault } from "./malformedRequest.ts"

type Pieces = readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]
type Taken = Effect.Effect<Pieces, BodyBroken | Cause.Done>

/** The data violates HTTP framing. */
export const malformed = new BodyBroken({ reason: "the body is not well-formed" })
const cutOff = new BodyBroken({ reason: "the connection ended" })

/** The end of a request's body: received pieces that were not read, the waiting reader, and the result. */
class BodyTap {
  private readonly arrived: Array<Uint8Array> = []
  private waiting: ((taken: Taken) => void) | undefined
  private ended: Taken | undefined
  private readonly request: IncomingMessage

  constructor(request: IncomingMessage) {
    this.request = request
    request.on("data", this.hold).on("end", this.end).on("close", this.cut).on(bodyBroken, this.garble)
  }

  readonly next: Taken = Effect.callback((resume) => {
    const taken = this.takeArrived()
    if (taken !== undefined) return resume(taken)
    this.waiting = resume
    this.request.resume()
  })

  /**
   * The connection may be needed for the next request, or for the answer to this one, so the rest must be
   * drained.
   */
  close(): void {
    const { request } = this
    request.off("data", this.hold).off("end", this.end).off("close", this.cut).off(bodyBroken, this.garble)
    if (!request.readableEnded) request.resume()
  }

  private takeArrived(): Taken | undefined {
    const [first, ...more] = this.arrived.splice(0)
    return first === undefined ? this.ended : Effect.succeed([first, ...more])
  }

  private wake(): void {
    const { waiting } = this
    const taken = waiting === undefined ? undefined : this.takeArrived()
    if (waiting === undefined || taken === undefined) return
    this.waiting = undefined
    waiting(taken)
  }

  private readonly hold = (piece: Buffer): void => {
    this.request.pause()
    this.arrived.push(piece)
    this.wake()
  }

  private finish(ended: Taken): void {
    this.ended ??= ended
    this.wake()
  }

  private readonly end = (): void => this.finish(Cause.done())
  private readonly cut = (): void => this.finish(Effect.fail(cutOff))
  private readonly garble = (): void => this.finish(Effect.fail(malformed))
}

/**
 * The body of a request, read from the socket piece by piece on demand. Pieces that are not requested are
 * dropped.
 */
export const bodyPieces = (request: IncomingMessage): Stream.Stream<Uint8Array, BodyBroken> =>
  Stream.unwrap(
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => new BodyTap(request)),
        (tap) => Effect.sync(() => tap.close())
      ),
      (tap) => Stream.fromPull(Effect.succeed(tap.next))
    )
  )

const faults = new WeakMap<IncomingMessage, RequestFault>()

/** Emitted by a request when the rest of its body can no longer be read. */
export const bodyBroken = Symbol("bodyBroken")

/**
 * Records that the rest of a request's body is unreadable, and notifies its reader. The connection stays
 * open.
 */
export const breakBody = (request: IncomingMessage, fault: RequestFault): void => {
  if (faults.has(request)) return
  faults.set(request, fault)
  request.emit(bodyBroken)
}

/** The fault of a request's body, as far as it was read. */
export const bodyFault = (request: IncomingMessage): RequestFault | undefined => faults.get(request)
