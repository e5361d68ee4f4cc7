import { randomBytes } from "node:crypto"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { ConfigurationRefused } from "../../configuration/ConfigurationRefused.ts"
import type { StoreConfiguration } from "../../configuration/StoreConfiguration.ts"
import { makeExclusively, readKept } from "../../start/exclusiveFile.ts"
import { keptFailure } from "../../start/fileFailure.ts"
import { StartRefused } from "../../start/StartRefused.ts"

/** The secret that signs what `listen` relays: made once beside the store, so that a receiver may keep it. */
export const listenSecret = ({ credentialsFile }: StoreConfiguration) => {
  const file = join(dirname(credentialsFile), "listen.secret")
  return Effect.flatMap(
    Effect.try({
      try: () => {
        makeExclusively(file, `whsec_${randomBytes(32).toString("base64")}\n`)
        return readKept(file)?.trim() ?? ""
      },
      catch: (error) =>
        new StartRefused({
          message: `The secret of listen cannot be kept: ${keptFailure(file, error as NodeJS.ErrnoException)}.`
        })
    }),
    (secret) =>
      /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(secret)
        ? Effect.succeed({ file, secret })
        : new ConfigurationRefused({
            message: `${file} must have whsec_ and base64 in it: delete it, and it is made again.`
          })
  )
}

/** The bytes that a secret stands for. */
export const keyOf = (secret: string): Uint8Array => Buffer.from(secret.slice("whsec_".length), "base64")
