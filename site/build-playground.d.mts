/** Builds the playground into the folder `out`, which must end with a slash. */
export function buildPlayground(out: string): Promise<void>
