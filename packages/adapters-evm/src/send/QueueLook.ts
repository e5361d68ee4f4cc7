/** How far each wallet has looked into a long queue, so that a turn continues where the one before it ended. */
export interface QueueLook {
  /** When the last payout that it looked at was queued; 0 to begin at the start. */
  readonly since: (wallet: string) => number
  readonly next: (wallet: string, since: number) => void
}

/** The process keeps it: after a restart the look begins at the start. */
export const makeQueueLook = (): QueueLook => {
  const looked = new Map<string, number>()
  return {
    since: (wallet) => looked.get(wallet) ?? 0,
    next: (wallet, since) => {
      looked.set(wallet, since)
    }
  }
}
