/**
 * Releases the memory of bytes that nobody reads any more. Such memory counts as the thread's own. If it were left to
 * the collector, it would be collected every few images or, in a thread that waits for work, never.
 */
export const giveBack = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
