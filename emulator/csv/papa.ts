import { Part } from "../../src/inside.ts"

/** What reads and writes CSV, loaded when it is first needed. */
export const papa = new Part(async () => (await import("papaparse")).default)
