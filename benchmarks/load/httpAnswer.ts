/**
 * Finds one whole HTTP/1.1 answer at the start of a buffer: by `content-length` or chunked, which is all that the
 * servers under test send. It decodes no more than the generator needs: the status and where the body lies.
 */
export type HttpAnswer = {
  readonly status: number
  readonly bodyStart: number
  /** One past the answer's last byte. */
  readonly end: number
}

const headerEnd = Buffer.from("\r\n\r\n")
const lineEnd = Buffer.from("\r\n")

const chunkedEnd = (bytes: Buffer, bodyStart: number): number | undefined => {
  let offset = bodyStart
  for (;;) {
    const sizeEnd = bytes.indexOf(lineEnd, offset)
    if (sizeEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString("latin1", offset, sizeEnd), 16)
    if (Number.isNaN(size)) throw new Error("a chunk has no size")
    offset = sizeEnd + 2 + size + 2
    if (offset > bytes.length) return undefined
    if (size === 0) return offset
  }
}

/** Nothing until all of the answer is there. */
export const wholeAnswer = (bytes: Buffer): HttpAnswer | undefined => {
  const headersEnd = bytes.indexOf(headerEnd)
  if (headersEnd < 0) return undefined
  const bodyStart = headersEnd + headerEnd.length
  const headers = bytes.toString("latin1", 0, headersEnd).toLowerCase()
  // "HTTP/1.1 200 OK": the status is at a fixed place.
  const status = Number(headers.slice(9, 12))

  const lengthAt = headers.indexOf("\r\ncontent-length:")
  if (lengthAt >= 0) {
    const end = bodyStart + Number.parseInt(headers.slice(lengthAt + 17), 10)
    return end <= bytes.length ? { status, bodyStart, end } : undefined
  }
  if (!headers.includes("\r\ntransfer-encoding: chunked")) throw new Error("an answer states no length")
  const end = chunkedEnd(bytes, bodyStart)
  return end === undefined ? undefined : { status, bodyStart, end }
}
