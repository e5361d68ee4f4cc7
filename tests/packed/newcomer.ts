import { delimiter, dirname } from "node:path"

/** Not the authorities by which a registry on this machine is known: npm needs them. */
const ofTests = /^(?:npm_|QUITTANCE_|INIT_CWD$|PORT$|HOST$|NODE_(?!EXTRA_CA_CERTS$))/

/** What a newcomer has: a shell, `curl`, and the Node.js that runs these tests, but nothing of these tests. */
export const newcomer = (
  variables: Readonly<Record<string, string>>
): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name === "npm_config_cache" || !ofTests.test(name))
  ),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  ...variables
})
