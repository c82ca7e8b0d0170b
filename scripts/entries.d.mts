/** Names of entries in dist → their sources, from the project's root. */
export const sources: Readonly<Record<string, string>> & { readonly index: string }
