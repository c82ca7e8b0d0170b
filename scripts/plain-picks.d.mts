/** All files with plain members in place of `Pick`, `Omit` and `Partial`; `files` are texts by path. */
export function withPlainPicks(files: ReadonlyMap<string, string>): ReadonlyMap<string, string>
