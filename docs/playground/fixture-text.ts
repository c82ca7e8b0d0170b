import { kept } from "../../dashboard/kept.ts"
import first from "./first.yaml"

/** The fixture that is there at first. */
export const FIRST: string = first

/** What stands in the editor. This browser keeps it. */
export const text = kept("playground-fixture", FIRST)
