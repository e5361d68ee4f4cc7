import type { IncomingMessage } from "node:http"
import type { RequestFault } from "./malformedRequest.ts"

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
