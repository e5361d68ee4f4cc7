/**
 * Gives back the memory of bytes that nobody reads any more. It counts as the thread's own, and what is left to the
 * collector makes it collect every few images, or, in a thread that waits for work, not at all.
 */
export const giveBack = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
