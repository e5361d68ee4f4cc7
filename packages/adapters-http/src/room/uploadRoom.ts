import { makeRoom, type RoomLimits } from "./Room.ts"

/** Files that one process holds in memory at once: being received or processed. */
const uploads = {
  placesMax: 8,
  /** A link has two: after a lost connection a person sends again while the first upload is still waited for. */
  shares: { address: 4, link: 2 },
  graceMillis: 1_000,
  keptMillis: 5_000,
  waitingMax: 56,
  waitMillisMax: 10_000,
  retryAfterSeconds: 5
} satisfies Omit<RoomLimits, "what">

export const makeImageRoom = () => makeRoom({ ...uploads, what: "images are being received" })

export const makeDocumentRoom = () =>
  makeRoom({ ...uploads, what: "files are being received", retryAfterSeconds: 10 })

/** Statements lie on the disk while they are read, and then keep the store busy. */
export const makeStatementRoom = () =>
  makeRoom({
    ...uploads,
    placesMax: 2,
    shares: {},
    retryAfterSeconds: 30,
    what: "statements are being imported"
  })

export const makeBatchRoom = () =>
  makeRoom({ ...uploads, shares: { partner: 2 }, what: "files are being received" })
