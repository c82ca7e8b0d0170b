import type { Root } from "../root.ts"

export const reportsRoots = {} satisfies Record<string, Root>
