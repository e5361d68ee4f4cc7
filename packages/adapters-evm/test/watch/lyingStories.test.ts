import { lyingStories } from "./lyingStories.ts"
import { evmKind } from "./watchedHost.ts"

lyingStories("ethereum", evmKind, 0)
