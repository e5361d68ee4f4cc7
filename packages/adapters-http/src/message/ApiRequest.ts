import { Data, Effect, Stream } from "effect"

/** More bytes than the operation takes; nothing more of the body is read. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{ readonly limitBytes: number }> {}

/** The connection ended before the body did. */
export class BodyBroken extends Data.TaggedError("BodyBroken")<{ readonly reason: string }> {}

/** Something else read the body first, so that nobody knows what was sent any more. A fault of the host, not of the client. */
export class BodyAlreadyRead extends Data.TaggedError("BodyAlreadyRead")<{ readonly message: string }> {}

/** Why a body cannot be had. */
export type BodyFault = BodyTooLarge | BodyBroken | BodyAlreadyRead

/**
 * An HTTP request as the application sees it, whichever server took it. Nothing in it was decoded or normalised: a
 * signature covers what was sent.
 */
export interface ApiRequest {
  readonly method: string
  /** As received: percent-encoded, with a slash at its end if it had one, without the query. */
  readonly path: string
  /** The raw query string without its `?`; empty when there is none. */
  readonly query: string
  /** Names in lower case; the bytes of a value as Latin-1 text. A header sent twice is joined with `, `. */
  readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined }
  /** The path of the public URL, which the application notes here; what links on pages begin with. */
  readonly mountPath?: string
  /** The address of the socket's other end; empty where a host does not know it. */
  readonly remoteAddress: string
  /** The whole body, to be read at most once. It is refused as soon as more than `limitBytes` are announced or arrive. */
  readonly readBody: (limitBytes: number) => Effect.Effect<Uint8Array, BodyFault>
  /**
   * The body piece by piece as it arrives, instead of `readBody`, to be run at most once. The next piece is taken off the
   * wire when it is asked for. It fails as soon as more than `limitBytes` are announced or arrive; what is left when it is
   * no longer run is dropped.
   */
  readonly streamBody: (limitBytes: number) => Stream.Stream<Uint8Array, BodyFault>
}

/** The header's value, or nothing when it was not sent. */
export const headerOf = (request: ApiRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === "string" ? value : value?.join(", ")
}

/** The same stream, failing with the piece that is one byte too much. */
export const upTo =
  (limitBytes: number) =>
  <E>(body: Stream.Stream<Uint8Array, E>): Stream.Stream<Uint8Array, E | BodyTooLarge> =>
    Stream.suspend(() => {
      let length = 0
      return Stream.mapEffect(body, (piece) => {
        length += piece.length
        return length > limitBytes ? Effect.fail(new BodyTooLarge({ limitBytes })) : Effect.succeed(piece)
      })
    })
