const PREFIX = "undo-before-"

/** Time after which the server may forget what a page has kept for undo, because the page was closed. */
const DAY_MS = 24 * 60 * 60 * 1000

/** Returns a name for a world or a snapshot that exists only for undo. Views do not show it. */
export const newUndoName = (): string => `${PREFIX}${Date.now()}`

export const isUndoName = (name: string): boolean => name.startsWith(PREFIX)

/** Returns whether a name was made for undo more than a day ago. */
export const isOldUndoName = (name: string): boolean =>
  isUndoName(name) && Number(name.slice(PREFIX.length)) < Date.now() - DAY_MS
