import type { ClientConfig } from "pg"

/** What every client of a database is made with. */
export const clientOptions = (url: string): ClientConfig => ({
  connectionString: isForDriver(url) ? url : url.replace(checkedMode, "$1verify-full"),
  application_name: "quittance"
})

/** The values of `sslmode` that a URL may have. The last four check the certificate and the name of the server. */
export const sslModes = ["disable", "no-verify", "prefer", "require", "verify-ca", "verify-full"]

/**
 * The driver treats these modes as `verify-full`, and warns on each start that a later version will check less. Here
 * they continue to check.
 */
const checkedMode = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/

/** The URL asks for the meaning that these modes have in other clients. */
const isForDriver = (url: string): boolean => /[?&]uselibpqcompat=true(?=&|$)/.test(url)
