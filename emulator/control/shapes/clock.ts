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

/** What stands on the timeline of a world (control.md section 3, "timeline"). */
export const timelineShape = lazy(() =>
  named(
    "TimelineEvent",
    answer({
      at: millis().describe("When it was, or is going to be, by the world's clock"),
      what: z.enum(["ran", "due"]).describe("Whether it was, or is going to be"),
      kind: z
        .enum(["auto_action", "file_expiry", "token_expiry", "confirmation_expiry", "mail"])
        .describe("What it is: a run, an upload, a token or a link of a mail that ends, or a mail that was sent"),
      id: z.string().describe("ID of the auto action, file or mail; *** where that is a secret"),
      name: z.string().describe("Its name, the user whose token or link it is, or the subject of the mail"),
      affected: integer().nullable().describe("How many items a run wrote; null where none ran yet, or writes none"),
    }),
  ),
)

export type WireTimelineEvent = z.input<ReturnType<typeof timelineShape>>
