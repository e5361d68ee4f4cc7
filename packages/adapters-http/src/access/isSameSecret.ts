import { hash, timingSafeEqual } from "node:crypto"

const digest = (text: string): Buffer => hash("sha256", text, "buffer")

/** Whether two secrets are the same. Takes the same time wherever they differ. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected))
