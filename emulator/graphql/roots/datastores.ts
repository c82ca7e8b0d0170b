import type { Root } from "../root.ts"

export const datastoresRoots = {} satisfies Record<string, Root>
