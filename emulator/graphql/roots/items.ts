import type { Root } from "../root.ts"

export const itemsRoots = {} satisfies Record<string, Root>
