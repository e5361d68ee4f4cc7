import type { AuditReport, Mode } from "@quittance/core"

/** Facts about a copy of a store. */
export interface StoreCopy {
  readonly filename: string
  readonly mode: Mode
  /** The number and the instant of its last event; the instant of its creation if it has none. */
  readonly lastEvent: number
  readonly lastAt: number
  /** The end of its chain. */
  readonly link: string
  /** Its faults were accepted. */
  readonly report: AuditReport
}
