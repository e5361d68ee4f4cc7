import { BlobStoreUnavailable } from "@quittance/core/adapter"
import { Effect } from "effect"

/** An error of the operating system, of one of these codes if any is named. */
export const isSystemError = (error: unknown, ...codes: ReadonlyArray<string>): error is SystemError =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "string" &&
  (codes.length === 0 || codes.includes(error.code))

export interface SystemError extends Error {
  readonly code: string
}

/** The meaning of an error code for documents. The system's own message would reveal paths. */
export const meaningOf = (code: string): string => {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return `there is no room left (${code})`
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `it may not be written or read (${code})`
    case "ELOOP":
    case "ENOTDIR":
    case "EISDIR":
    case "EEXIST":
      return `something else stands in its place (${code})`
    case "ENOENT":
      return `its folder is gone (${code})`
    case "EMFILE":
    case "ENFILE":
      return `too many files are open (${code})`
    default:
      return `the file system says ${code}`
  }
}

/** A disk failure in the terms of the port. Other errors stay defects. */
const unavailable = (cause: unknown): Effect.Effect<never, BlobStoreUnavailable> => {
  if (cause instanceof BlobStoreUnavailable) return Effect.fail(cause)
  if (isSystemError(cause)) return Effect.fail(new BlobStoreUnavailable({ reason: meaningOf(cause.code) }))
  return Effect.die(cause)
}

/**
 * A disk operation. It is completed even if the fiber is interrupted: the system does not cancel a call, and
 * the cleanup must know what exists.
 */
export const onDisk = <A>(step: () => Promise<A>): Effect.Effect<A, BlobStoreUnavailable> =>
  Effect.uninterruptible(
    Effect.tryPromise({ try: step, catch: (cause) => cause }).pipe(Effect.catch(unavailable))
  )
