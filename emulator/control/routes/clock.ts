import * as z from "zod"
import { targetNotFound } from "../../../src/model/index.ts"
import { answerOf, millis, objectOf, strictObjectOf } from "../../api/index.ts"
import { listing } from "../paged-list.ts"
import { presentDue, presentFired } from "../presenters/clock.ts"
import { timelineOf } from "../presenters/timeline.ts"
import { route } from "../route.ts"
import { clockMode, dueShape, firedShape, timelineShape } from "../shapes/clock.ts"
import { wholeNumber } from "../shapes/query.ts"
import { whicheverFirst } from "../streams/whichever-first.ts"

const move = strictObjectOf(() => ({
  advance: z
    .union([z.string(), z.number()])
    .optional()
    .describe('Duration: "90m", "3d" (units s m h d w), or milliseconds'),
  to: z.string().optional().describe("Target instant; only a frozen clock moves backwards"),
  next: z.literal(true).optional().describe("Moves the clock to the next scheduled event; does nothing without events"),
  mode: clockMode().optional().describe("Mode after the move"),
}))

const clockMembers = () => ({
  now: millis().describe("Time of the world's clock"),
  mode: clockMode(),
})

const firedList = () => z.array(firedShape()).describe("Events that ran, in order")

const DAY_MS = 86_400_000
const MAX_DAYS = 90

export const clockRoutes = [
  route(
    "GET /worlds/:w/clock",
    {
      readsVersions: true,
      name: "getClock",
      summary: "Time of the world's clock",
      anchor: "clock",
      answer: answerOf(clockMembers),
    },
    ({ named }) => {
      const { now, mode } = named.world.clock
      return { now, mode }
    },
  ),
  route(
    "POST /worlds/:w/clock",
    {
      name: "moveClock",
      summary: "Move the clock or change its mode",
      description:
        "Accepts at most one of advance, to and next, and optionally mode. The response follows when all due work has run. It is 404 if the world was deleted meanwhile.",
      anchor: "moving-the-clock",
      body: move,
      answer: answerOf(() => ({ ...clockMembers(), fired: firedList() })),
    },
    async ({ named: { world, log }, body, context }) => {
      const ends = [log.closed, context.req.raw.signal]
      const { now, mode, fired } = await world.clock.move(body, { signal: whicheverFirst(ends) })
      if (log.closed.aborted) throw targetNotFound("the world was deleted before its clock reached the requested time")
      return { now, mode, fired: fired.map(presentFired) }
    },
  ),
  route(
    "GET /worlds/:w/schedule",
    {
      readsVersions: true,
      name: "getSchedule",
      summary: "List the next scheduled events",
      anchor: "schedule",
      answer: answerOf(() => ({ upcoming: z.array(dueShape()).describe("Scheduled events, soonest first") })),
      isList: true,
    },
    ({ named }) => listing("upcoming", named.world.clock.schedule(), presentDue),
  ),
  route(
    "GET /worlds/:w/timeline",
    {
      readsVersions: true,
      name: "getTimeline",
      summary: "List past runs and mails, and runs in the coming days",
      anchor: "timeline",
      query: objectOf(() => ({
        days: wholeNumber()
          .refine((days) => days === undefined || days <= MAX_DAYS, { error: `at most ${MAX_DAYS}` })
          .describe(`Number of days to look ahead. Default 30, at most ${MAX_DAYS}`),
      })),
      answer: answerOf(() => ({
        timeline: z.array(timelineShape()).describe("Events in order; at most 10,000 future runs"),
      })),
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
      summary: "Run an auto action now, even if the auto action is stopped",
      anchor: "run",
      params: { "auto-id": "auto_id of the setting" },
      answer: answerOf(() => ({ fired: firedList() })),
    },
    async ({ named, params }) => {
      const fired = await named.world.clock.runNow("auto_action", params["auto-id"])
      return { fired: fired.map(presentFired) }
    },
  ),
] as const
