import type { BrandingLook, ShownLogo } from "./Branding.ts"
import { logoFileName } from "./Logo.ts"

/** A logo as it is told: its file is below the path of logos. */
export interface LogoView {
  readonly file: string
  readonly width: number
  readonly height: number
}

/** What a partner shows to its customers; null is what it does not. */
export interface BrandingView {
  /** The payee of its terms. */
  readonly name: string | null
  readonly colour: string | null
  readonly support: string | null
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
  readonly siteUrl: string | null
  readonly logo: LogoView | null
  readonly logoDark: LogoView | null
  readonly embedOrigins: ReadonlyArray<string>
}

const logoView = (logo: ShownLogo | undefined): LogoView | null =>
  logo === undefined ? null : { file: logoFileName(logo), width: logo.width, height: logo.height }

export const brandingView = (name: string | undefined, look: BrandingLook): BrandingView => ({
  name: name ?? null,
  colour: look.colour ?? null,
  support: look.support ?? null,
  termsUrl: look.termsUrl ?? null,
  privacyUrl: look.privacyUrl ?? null,
  siteUrl: look.siteUrl ?? null,
  logo: logoView(look.logo),
  logoDark: logoView(look.logoDark),
  embedOrigins: look.embedOrigins ?? []
})
