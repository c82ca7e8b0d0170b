/** Builds the playground into a folder, whose path ends with a slash. */
export function buildPlayground(out: string): Promise<void>
