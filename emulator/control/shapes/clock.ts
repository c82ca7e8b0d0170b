import * as z from "zod"
import { answer, integer, lazy, millis, named } from "../../contract/shapes.ts"

export const clockMode = () =>
  z
    .enum(["real", "frozen", "ticking"])
    .describe("real: the machine's time · frozen: stands · ticking: goes on from where it was put")

const dueMembers = () => ({
  at: millis().describe("The instant it is due at"),
  kind: z.string().describe("What it is, e.g. auto_action"),
  id: z.string().describe("ID of what is due; of an auto action its auto_id"),
  name: z.string().describe("Name for people; of an auto action that of its setting"),
})

export const dueShape = lazy(() => named("DueEvent", answer(dueMembers())))

export const firedShape = lazy(() =>
  named("Fired", answer({ ...dueMembers(), affected: integer().describe("How many items it wrote") })),
)
