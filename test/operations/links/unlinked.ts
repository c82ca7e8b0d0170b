import { linksOf, office, seeded } from "../items/office.ts"

/** A deal and a line without links between them. */
export async function start() {
  const all = await office()
  const deal = seeded(all.world, "Deals", 1).iId
  const [bolts, nuts] = [seeded(all.world, "Lines", 0).iId, seeded(all.world, "Lines", 1).iId]
  const ofDeal = () => linksOf(all.world).filter((link) => link.includes(deal))
  return { ...all, deal, bolts, nuts, ofDeal }
}
