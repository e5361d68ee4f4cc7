/**
 * The most bytes of a colour profile (ICC), without compression: those of printing presses have up to 3 MB. A larger
 * one is left out. Profiles stay, because without them other colours are shown.
 */
export const profileBytesMax = 4 * 2 ** 20
