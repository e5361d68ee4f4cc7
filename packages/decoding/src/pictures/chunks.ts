/** The four letters at a place of a file, as PNG and RIFF name their chunks. */
export const namedChunk = (file: DataView, at: number): string =>
  String.fromCharCode(file.getUint8(at), file.getUint8(at + 1), file.getUint8(at + 2), file.getUint8(at + 3))

/** A part of a file under a name. */
export interface NamedChunk {
  readonly name: string
  /** Where the chunk begins, where its data do, and where the next chunk does. */
  readonly at: number
  readonly dataAt: number
  readonly dataLength: number
  readonly nextAt: number
}

/** Of a PNG, as far as they are whole: length, name, data, checksum (third edition, section 5.3). */
export function* pngChunks(file: DataView): Generator<NamedChunk> {
  for (let at = 8; at + 12 <= file.byteLength; ) {
    const dataLength = file.getUint32(at)
    const nextAt = at + 12 + dataLength
    if (nextAt > file.byteLength) return
    yield { name: namedChunk(file, at + 4), at, dataAt: at + 8, dataLength, nextAt }
    at = nextAt
  }
}

/** Of a WebP, as far as they are whole: name, length, data, a byte more where the length is odd (RFC 9649). */
export function* riffChunks(file: DataView, from = 12, to = file.byteLength): Generator<NamedChunk> {
  for (let at = from; at + 8 <= to; ) {
    const dataLength = file.getUint32(at + 4, true)
    const dataAt = at + 8
    if (dataAt + dataLength > to) return
    const nextAt = dataAt + dataLength + (dataLength % 2)
    yield { name: namedChunk(file, at), at, dataAt, dataLength, nextAt }
    at = nextAt
  }
}

/** The first of a name. */
export const chunkNamed = (chunks: Iterable<NamedChunk>, name: string): NamedChunk | undefined => {
  for (const chunk of chunks) if (chunk.name === name) return chunk
  return undefined
}
