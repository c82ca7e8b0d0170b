import type { Root } from "../root.ts"

export const linksRoots = {} satisfies Record<string, Root>
