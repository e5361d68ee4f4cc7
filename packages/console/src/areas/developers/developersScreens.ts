import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { brandingScreens } from "./brandingScreens.ts"
import { deliveryScreens } from "./deliveryScreens.ts"
import { keyScreens } from "./keyScreens.ts"
import { refusedScreen } from "./refusedScreen.ts"
import { sandboxScreens } from "./sandboxScreens.ts"
import { webhookScreens } from "./webhookScreens.ts"

export const developersScreens = (words: Words): ReadonlyArray<Screen> => [
  ...keyScreens(words, "partner"),
  ...[...webhookScreens(words), ...deliveryScreens(words)].map((screen) => ({
    ...screen,
    within: "/webhooks"
  })),
  refusedScreen(words),
  ...brandingScreens(words),
  ...sandboxScreens(words),
  ...keyScreens(words, "operator")
]
