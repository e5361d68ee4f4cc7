import { millisPerDay, millisPerMinute } from "@quittance/core/adapter"

/** What an operator is told of: a reason of `/readyz`, or an alert that was raised. */
export interface Occurrence {
  readonly source: "readyz" | "alert"
  /** The code of the reason, or the kind of the alert. */
  readonly code: string
  /** One sentence. */
  readonly message: string
}

/** An occurrence that lasts. Instants are of the wall clock. */
export interface Standing extends Occurrence {
  readonly since: number
  readonly seenAt: number
  /** When it was told last; null if not yet. */
  readonly toldAt: number | null
}

export interface Notice {
  /** The same whenever it is sent again. */
  readonly id: string
  readonly state: "firing" | "resolved"
  readonly at: number
  readonly about: Standing
}

/** A reason that passes by itself is none. An alert is told at once. */
const lastsMillis = { readyz: millisPerMinute, alert: 0 } as const
/** For how long it must not be seen before it counts as over, so that what comes and goes is told once. */
const quietMillis = { readyz: 5 * millisPerMinute, alert: 60 * millisPerMinute } as const
/** What lasts is told again only after this time. */
const reminderMillis = millisPerDay

/** More kinds than there are; a defect elsewhere must not fill a file. */
const standingsMax = 100

const keyOf = ({ code, source }: Occurrence): string => `${source}:${code}`

/**
 * The next state of all that lasts, and what is to be told now. The same occurrence is told once when it has begun,
 * once a day while it lasts, and once when it is over.
 */
export const nextBook = (
  book: ReadonlyArray<Standing>,
  seen: ReadonlyArray<Occurrence>,
  now: number
): { readonly book: ReadonlyArray<Standing>; readonly notices: ReadonlyArray<Notice> } => {
  const standings = new Map(book.map((each) => [keyOf(each), each]))
  for (const { code, message, source } of seen) {
    const known = standings.get(keyOf({ code, message, source }))
    if (known === undefined && standings.size >= standingsMax) continue
    const { since = now, toldAt = null } = known ?? {}
    standings.set(`${source}:${code}`, {
      source,
      code,
      message,
      since,
      toldAt,
      seenAt: now
    })
  }
  const next: Array<Standing> = []
  const notices: Array<Notice> = []
  for (const standing of standings.values()) {
    const { seenAt, since, source, toldAt } = standing
    if (now - seenAt >= quietMillis[source]) {
      if (toldAt !== null) notices.push(noticeOf("resolved", standing, now))
    } else if (
      toldAt === null ? seenAt === now && now - since >= lastsMillis[source] : now - toldAt >= reminderMillis
    ) {
      notices.push(noticeOf("firing", standing, now))
      next.push({ ...standing, toldAt: now })
    } else next.push(standing)
  }
  return { book: next, notices }
}

const noticeOf = (state: Notice["state"], about: Standing, at: number): Notice => ({
  id: `alert-${about.source}-${about.code}-${state}-${at}`,
  state,
  at,
  about
})

/** After a start nothing is over yet: what lasts needs some time to be seen again. */
export const bookAtStart = (book: ReadonlyArray<Standing>, now: number): ReadonlyArray<Standing> =>
  book.map((standing) => ({ ...standing, seenAt: now }))
