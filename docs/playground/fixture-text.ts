import { storedSignal } from "../../dashboard/kept.ts"
import first from "./first.yaml"

/** The fixture that the editor shows at first. */
export const FIRST_FIXTURE: string = first

/** The editor's text, stored in the browser. */
export const text = storedSignal("playground-fixture", FIRST_FIXTURE)
