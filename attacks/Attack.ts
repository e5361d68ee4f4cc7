/** One attack on a running server, from outside, over loopback only and bounded in count and time. */
export interface Attack {
  /** What `npm run attack -- NAME` calls it. */
  readonly name: string
  /** One sentence: what is tried, and what must not come of it. */
  readonly tries: string
  /** Tells what happened, a line each; throws `Broken` when what must not come of it came. */
  readonly run: () => Promise<ReadonlyArray<string>>
}

/** What must not happen happened. */
export class Broken extends Error {
  override readonly name = "Broken"
}

export const mustHold = (holds: boolean, sentence: string): void => {
  if (!holds) throw new Broken(sentence)
}
