/** How many blocks one request for a range spans. It adapts to the node's limit, which is found only by trying. */
export interface WindowSize {
  readonly blocks: number
  /** Requests answered since the last refusal. */
  readonly answered: number
}

const blocksMax = 2_000

/** A refused size is tried again after this many answers: a node that limits logs refuses only busy stretches. */
const answersBeforeGrowth = 4

export const firstWindow: WindowSize = { blocks: 500, answered: 0 }

/** After a refusal of so many blocks; undefined if the node refuses a single one. */
export const halved = (blocks: number): WindowSize | undefined =>
  blocks === 1 ? undefined : { blocks: Math.floor(blocks / 2), answered: 0 }

export const grown = ({ answered, blocks }: WindowSize): WindowSize =>
  answered + 1 < answersBeforeGrowth
    ? { blocks, answered: answered + 1 }
    : { blocks: Math.min(blocksMax, blocks * 2), answered: 0 }
