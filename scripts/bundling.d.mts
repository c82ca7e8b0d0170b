/** Packages that the command loads on demand, by the chunk that contains them. */
export declare const APART: Readonly<Record<string, string>>
