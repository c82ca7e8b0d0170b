import * as z from "zod"
import { targetNotFound } from "../../../src/inside.ts"
import { answer, lazy, millis } from "../../contract/shapes.ts"
import { listing } from "../paged-list.ts"
import { presentDue, presentFired } from "../presenters/clock.ts"
import { timelineOf } from "../presenters/timeline.ts"
import { route } from "../route.ts"
import { clockMode, dueShape, firedShape, timelineShape } from "../shapes/clock.ts"
import { wholeNumber } from "../shapes/query.ts"
import { whicheverFirst } from "../whichever-first.ts"

const move = lazy(() =>
  z.strictObject({
    advance: z
      .union([z.string(), z.number()])
      .optional()
      .describe('How far: "90m", "3d" (units s m h d w), or milliseconds'),
    to: z.string().optional().describe("An instant to go to; backwards only on a frozen clock"),
    next: z.literal(true).optional().describe("To the next thing that is scheduled; stays where there is none"),
    mode: clockMode().optional().describe("How time passes afterwards"),
  }),
)

const clockMembers = () => ({
  now: millis().describe("What the clock shows"),
  mode: clockMode(),
})

const firedList = () => z.array(firedShape()).describe("What ran, in the order in which it fired")

const DAY_MS = 86_400_000
const LONGEST_DAYS = 90

/** The clock of a world and what is due by it (control.md section 3). */
export const clockRoutes = [
  route(
    "GET /worlds/:w/clock",
    { name: "getClock", summary: "What the clock shows", anchor: "clock", answer: lazy(() => answer(clockMembers())) },
    ({ named }) => {
      const { now, mode } = named.world.clock
      return { now, mode }
    },
  ),
  route(
    "POST /worlds/:w/clock",
    {
      name: "moveClock",
      summary: "Move the clock, or let time pass otherwise",
      description:
        "At most one of advance, to and next, and/or mode. Answers once everything that became due has run; in a world that went away meanwhile, 404.",
      anchor: "moving-the-clock",
      body: move,
      answer: lazy(() => answer({ ...clockMembers(), fired: firedList() })),
    },
    async ({ named: { world, log }, body, context }) => {
      const ends = [log.closed, context.req.raw.signal]
      const { now, mode, fired } = await world.clock.move(body, { signal: whicheverFirst(ends) })
      if (log.closed.aborted) throw targetNotFound("the world went away before its clock was there")
      return { now, mode, fired: fired.map(presentFired) }
    },
  ),
  route(
    "GET /worlds/:w/schedule",
    {
      name: "getSchedule",
      summary: "What is due next",
      anchor: "schedule",
      answer: lazy(() => answer({ upcoming: z.array(dueShape()).describe("What is due, soonest first") })),
      isList: true,
    },
    ({ named }) => listing("upcoming", named.world.clock.schedule(), presentDue),
  ),
  route(
    "GET /worlds/:w/timeline",
    {
      name: "getTimeline",
      summary: "What ran and was sent, and everything that is due in the next days, every run of it",
      anchor: "timeline",
      query: lazy(() =>
        z.object({
          days: wholeNumber()
            .refine((days) => days === undefined || days <= LONGEST_DAYS, { error: `at most ${LONGEST_DAYS}` })
            .describe(`How many days ahead, 30 unless given, ${LONGEST_DAYS} at most`),
        }),
      ),
      answer: lazy(() =>
        answer({ timeline: z.array(timelineShape()).describe("In order; of runs ahead the first 10,000") }),
      ),
      isList: true,
    },
    ({ named, query: { days = 30 } }) => {
      const until = new Date(Date.parse(named.world.clock.now) + days * DAY_MS).toISOString()
      return listing("timeline", timelineOf(named, until), (event) => event)
    },
  ),
  route(
    "POST /worlds/:w/auto-actions/:auto-id/run",
    {
      name: "runAutoAction",
      summary: "Run an auto action at the clock's now, also a stopped one",
      anchor: "run",
      params: { "auto-id": "auto_id of the setting" },
      answer: lazy(() => answer({ fired: firedList() })),
    },
    async ({ named, params }) => {
      const fired = await named.world.clock.runNow("auto_action", params["auto-id"])
      return { fired: fired.map(presentFired) }
    },
  ),
] as const
