import type { Names } from "../../../src/model/index.ts"

/** Returns a name as `{en,ja}`. A missing language gets the other language's value (model.md section 1). */
export const presentNames = ({ en, ja }: Names) => ({ en: en ?? ja ?? "", ja: ja ?? en ?? "" })
