/** Measures operations on items that have related entries, links, lookups and scripts. */
import { atMost, atMostTimes, type Line, nanosecondsAwaited, report } from "../measure.ts"
import { ADA, makeWorld, newDeal, newDealWithLines, PLACE } from "../worlds.ts"

const lines: Line[] = []
const withLines = new Map<number, number>()

for (const size of [10_000, 100_000]) {
  const world = await makeWorld(size)
  const at = `at ${size / 1000}k`
  const ada = world.fork().raw.as(ADA)
  const create = await nanosecondsAwaited(300, () => ada.createItem(newDealWithLines()))
  withLines.set(size, create)
  lines.push(atMost(`createItem with five related entries ${at}`, create, 250_000))
  const failing = world.fork().raw.as(ADA)
  const rollback = await nanosecondsAwaited(300, async () => {
    const input = newDealWithLines()
    const last = input.relatedDsItems.Lines.at(-1) as { item: Record<string, unknown> }
    last.item.Count = "expected an invalid number to be refused"
    await failing.createItem(input).then(
      () => {
        throw new Error("expected the create to be refused")
      },
      () => {},
    )
  })
  lines.push(atMostTimes(`rollback of createItem at its last related entry ${at}`, rollback, create, 1))
  const { itemId } = await ada.createItem(newDealWithLines())
  const details = await nanosecondsAwaited(1_000, () =>
    ada.getItemDetails({ ...PLACE, itemId, ids: "display", includeLinkedItems: true, includeLookups: true }),
  )
  lines.push(atMost(`getItemDetails with linked items and lookups ${at}`, details, 100_000))
}
lines.push(
  atMostTimes(
    "createItem with five related entries in a world of 100k items, against 10k items",
    withLines.get(100_000) ?? 0,
    withLines.get(10_000) ?? 1,
    2,
  ),
)

const world = await makeWorld(1_000)
const ada = world.raw.as(ADA)
const plain = await nanosecondsAwaited(100, () => ada.createItem(newDeal()))
const checkedNs = await nanosecondsAwaited(100, () => ada.createItem({ ...newDeal(), actionId: "CreateChecked" }))
lines.push(atMost("additional time of a warm pre script", checkedNs - plain, 3e6))

report(lines)
