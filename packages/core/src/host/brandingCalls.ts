import type { BrandingRequest } from "../concepts/branding/BrandingRequest.ts"
import type { BrandingView } from "../concepts/branding/BrandingView.ts"

/** What a partner shows to its customers, on payment pages and in e-mails. */
export interface HostBranding {
  /** All that was set. */
  readonly get: (partnerId: string) => Promise<BrandingView>
  /**
   * Changes what is given, and takes away what is null. Logos are files: PNG, JPEG or WebP, which are made anew from
   * their pixels. Anything wrong is refused with `InvalidInput`.
   */
  readonly set: (partnerId: string, input: BrandingRequest) => Promise<BrandingView>
}
