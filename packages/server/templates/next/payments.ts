import { openQuittance } from "./quittance.ts"

/** One for the process: in development Next.js loads modules again when a file changes. */
const kept = globalThis as { payments?: ReturnType<typeof openQuittance> }

/** Opens the payments when they are first needed, so that a build opens no store. */
export const payments = () =>
  (kept.payments ??= openQuittance({
    folder: process.env.DATA ?? "data",
    publicUrl: process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 3000}`
  }))
