import type { Connection } from "./Connection.ts"

/** The share of one network when space is scarce. */
const networkPart = 1 / 8
/** So many are closed at once that searching all of them is rare. */
const stepPart = 1 / 64

/**
 * How soon a connection is closed, the lowest first; never while an answer is being produced. Connections of
 * a network above its share come before all others.
 */
const rankOf = ({ state }: Connection, hasMoreThanShare: boolean): number | undefined => {
  switch (state) {
    case "quiet":
      return hasMoreThanShare ? 0 : 3
    case "receiving":
      return hasMoreThanShare ? 1 : 4
    case "sending":
      return hasMoreThanShare ? 2 : undefined
    case "answering":
      return undefined
  }
}

/** The connections to close to make room: of equal rank, those unused for longest. */
export const connectionsToClose = (
  connections: ReadonlyArray<Connection>,
  countsOfNetworks: ReadonlyMap<string, number>,
  connectionsMax: number
): ReadonlyArray<Connection> => {
  const share = Math.max(1, Math.floor(connectionsMax * networkPart))
  const left = new Map(countsOfNetworks)
  const isAboveShare = ({ network }: Connection) => network !== undefined && (left.get(network) ?? 0) > share
  const ranked = connections
    .flatMap((connection) => {
      const isAbove = isAboveShare(connection)
      const rank = rankOf(connection, isAbove)
      return rank === undefined ? [] : [{ connection, isAbove, rank }]
    })
    .sort((one, other) => one.rank - other.rank || one.connection.lastUse - other.connection.lastUse)
  const leaving: Array<Connection> = []
  for (const { connection, isAbove } of ranked) {
    if (leaving.length >= Math.max(1, Math.floor(connectionsMax * stepPart))) break
    // Back at its share, a network keeps the rest.
    if (isAbove && !isAboveShare(connection)) continue
    leaving.push(connection)
    if (connection.network !== undefined)
      left.set(connection.network, (left.get(connection.network) ?? 0) - 1)
  }
  return leaving
}
