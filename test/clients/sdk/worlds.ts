import { readFileSync } from "node:fs"
import { type Person, SdkWorld } from "./sdk.ts"

export interface Place {
  readonly title: string
  readonly create: () => Promise<SdkWorld>
  /** Administers the workspace and the application. */
  readonly admin: Person
  readonly colleague: Person
  readonly workspace: string
  readonly project: string
  /** Name of a group with members below the top group. */
  readonly group: string
  readonly functionOf: {
    readonly id: string
    readonly params: object
    /** Part of the response. */
    readonly result: string
  }
}

const shop = JSON.parse(readFileSync(new URL("shop.json", import.meta.url), "utf8"))

/** The worlds on which every method is tried. */
export const PLACES: readonly Place[] = [
  {
    title: "the demo",
    create: () => SdkWorld.create(),
    admin: { email: "mina@hikari.example", password: "mina-pass" },
    colleague: { email: "jonas@hikari.example", password: "jonas-pass" },
    workspace: "Hikari Coffee",
    project: "ORDERS",
    group: "Sales",
    functionOf: { id: "orderSummary", params: { status: "Draft" }, result: '"orders":' },
  },
  {
    title: "a small shop",
    create: () => SdkWorld.create(shop),
    admin: { email: "ada@shop.example", password: "ada-pass" },
    colleague: { email: "bob@shop.example", password: "bob-pass" },
    workspace: "Shop",
    project: "STORE",
    group: "Sales",
    functionOf: { id: "double", params: { n: 21 }, result: '"doubled":42' },
  },
]
