import type { Root } from "../root.ts"

export const projectsRoots = {} satisfies Record<string, Root>
