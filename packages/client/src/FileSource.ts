import { UsageError } from "./QuittanceError.ts"

/** What an upload may be: a `Blob` or `File`, bytes, a stream of them, or text. */
export type FileSource = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | string

/** Also of another realm, as test environments and frames have them. */
const isBytes = (value: unknown): value is ArrayBuffer | ArrayBufferView<ArrayBuffer> =>
  ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === "[object ArrayBuffer]"

/** A file that can be sent as often as needed. Without types it may be anything. */
export const blobOf = async (name: string, source: unknown): Promise<Blob> => {
  if (source instanceof Blob) return source
  if (source instanceof ReadableStream) return new Response(source).blob()
  if (typeof source === "string" || isBytes(source)) return new Blob([source])
  throw new UsageError(
    "invalid_option",
    `${name}: file is ${typeof source}: it must be a Blob, bytes, a stream of bytes or text.`
  )
}
