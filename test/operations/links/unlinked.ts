import { fixtureItem, linksOf, office } from "../items/office.ts"

/** A deal and a line without links between them. */
export async function start() {
  const all = await office()
  const deal = fixtureItem(all.world, "Deals", 1).iId
  const [bolts, nuts] = [fixtureItem(all.world, "Lines", 0).iId, fixtureItem(all.world, "Lines", 1).iId]
  const ofDeal = () => linksOf(all.world).filter((link) => link.includes(deal))
  return { ...all, deal, bolts, nuts, ofDeal }
}
