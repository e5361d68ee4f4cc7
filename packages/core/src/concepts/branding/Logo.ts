import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { count, instant, oneOf, optional, text } from "../../kernel/concept/Field.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { sha256Hex } from "../../kernel/digest/sha256.ts"
import { type LogoType, logoTypes } from "../kyc/Pictures.ts"

/** A logo of a partner. Everybody may see it who knows its hash, as long as it is in use. */
export const logo = record({
  name: "Logo",
  noun: "logo",
  table: "logos",
  fixed: {
    /** `logoIdOf` its hash. */
    id: text,
    partnerId: text,
    createdAt: instant,
    type: oneOf(logoTypes),
    width: count,
    height: count
  },
  changing: {
    /** In base64; none while it is not in use. */
    content: optional(text),
    updatedAt: instant
  },
  indexes: {
    by_id: { on: ["id"], across: "lookup" }
  }
})

export interface Logo extends RecordOf<typeof logo> {}

/** 128 bits, in hexadecimal digits. */
const hashLength = 32

/** The partner is in it, so that no two have the same logo and nobody learns from it who else shows a picture. */
export const logoHash = (partnerId: PartnerId, content: Uint8Array): string =>
  sha256Hex(`${partnerId} ${sha256Hex(content)}`).slice(0, hashLength)

const extensions = { "image/png": "png", "image/webp": "webp" } as const satisfies {
  readonly [Type in LogoType]: string
}

/** The name of its file. */
export const logoFileName = ({ hash, type }: { readonly hash: string; readonly type: LogoType }): string =>
  `${hash}.${extensions[type]}`

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly Logo: Logo
  }
}
