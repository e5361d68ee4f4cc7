const lengthMax = 300

/** Longer texts are cut before they are searched. */
const readMax = 4 * lengthMax

const urlPattern = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^\s/?#"'<>]*@)?([^\s/?#"'<>]*)[^\s"'<>]*/gi

/**
 * A reason that another program or a contract gave, as one line of at most 300 characters, which may be stored and
 * shown: without control and invisible characters, and with the host alone of each URL, because the rest may contain a
 * key.
 */
export const plainReason = (said: string): string =>
  said
    .slice(0, readMax)
    .replaceAll(urlPattern, "$1$2")
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, lengthMax)
    .toWellFormed()
