import { hash, timingSafeEqual } from "node:crypto"

const digest = (text: string): Buffer => hash("sha256", text, "buffer")

/** Whether two secrets are equal, in constant time. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected))
