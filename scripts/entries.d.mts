export const sources: Readonly<Record<string, string>> & { readonly index: string }
