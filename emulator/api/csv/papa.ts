import { LazyModule } from "../../../src/model/index.ts"

/** The CSV library Papa Parse, which is loaded on first use. */
export const papa = new LazyModule(async () => (await import("papaparse")).default)
