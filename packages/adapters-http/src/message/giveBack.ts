/**
 * Frees the buffer that bytes lie in, at once. Nobody may read it any more. Garbage collection would let up to 64 MB of
 * them gather between other allocations, so that the system does not get the memory back even afterwards.
 */
export const giveBack = ({ buffer }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** The same, unless other bytes may lie in the buffer too. */
export const giveBackAlone = (bytes: Uint8Array): void => {
  if (bytes.length === bytes.buffer.byteLength) giveBack(bytes)
}
