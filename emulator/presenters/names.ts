import type { Names } from "../../src/inside.ts"

/** A name as `{en,ja}`: a half that is missing is that of the other language (model.md section 1). */
export const presentNames = ({ en, ja }: Names) => ({ en: en ?? ja ?? "", ja: ja ?? en ?? "" })
