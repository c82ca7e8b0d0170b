import type { World } from "../../../src/world/index.ts"
import { at } from "../items/office.ts"

export const histories = (world: World) => world.view().table("histories").toArray()

export const onlyHistory = (world: World): string => histories(world)[0]?.historyId ?? ""

export const on = (iId: string, historyId: string) => ({ ...at("Deals", iId), "history-id": historyId })
