/** One part of the comparison: it can be run alone and writes one section of the report. */
export type Part = {
  readonly name: string
  readonly title: string
  readonly measure: (options: PartOptions) => Promise<string>
}

export type PartOptions = {
  readonly rounds: number
  /** Short, on a machine that others use: disturbed turns count too. */
  readonly isQuick: boolean
  /** Only the comparisons with peers. */
  readonly isBrief: boolean
  readonly seconds: number
  /** Until a server runs on compiled code. */
  readonly warmupSeconds: number
  readonly connections: number
  /** To how many addresses the payouts of signed requests go. */
  readonly addresses: number
  readonly rows: number
  /** How many fiat invoices the stores hold, one store each. */
  readonly invoiceCounts: ReadonlyArray<number>
}
