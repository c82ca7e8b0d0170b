import type { Root } from "../root.ts"

export const filesRoots = {} satisfies Record<string, Root>
