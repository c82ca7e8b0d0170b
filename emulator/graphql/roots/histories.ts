import type { Root } from "../root.ts"

export const historiesRoots = {} satisfies Record<string, Root>
