import type { Root } from "../root.ts"

export const groupsRoots = {} satisfies Record<string, Root>
