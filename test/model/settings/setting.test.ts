import fc from "fast-check"
import { describe, expect, test } from "vitest"
import * as z from "zod"
import { object, parseInput } from "../../../src/model/input/index.ts"
import {
  AUTONUM,
  changeSettings,
  DISPLAY,
  dumpSettings,
  FIELD,
  FIELD_IN,
  FUNCTIONALITY,
  fixtureShape,
  initialSettings,
  inputShape,
  LIMITS,
  NUM_INFO,
  PASSWORD_POLICY,
  presentSettings,
  readFixtureSettings,
  readWireSettings,
  requestShape,
  responseShape,
  USERS,
} from "../../../src/model/settings/index.ts"

const GROUPS = { FIELD, AUTONUM, NUM_INFO, USERS, DISPLAY, PASSWORD_POLICY, FUNCTIONALITY, LIMITS }

describe.each(Object.entries(GROUPS))("%s", (_, declared) => {
  const values = fc.record(
    Object.fromEntries(
      Object.entries(declared).map(([name, { initial }]) => [
        name,
        typeof initial === "boolean"
          ? fc.boolean()
          : typeof initial === "string"
            ? fc.string()
            : initial === null
              ? fc.option(fc.nat(100))
              : fc.nat(2),
      ]),
    ),
  )

  test("a fixture returns the settings that were written to it", async () => {
    await fc.assert(
      fc.property(values, (settings) => {
        const written = dumpSettings(declared, settings as never)
        expect(z.strictObject(fixtureShape(declared)).parse(written)).toEqual(written)
        expect(readFixtureSettings(declared, written as never)).toEqual(settings)
      }),
      { seed: 49 },
    )
  })

  test("a request changes a new record to the settings that a response presents", async () => {
    await fc.assert(
      fc.property(values, (settings) => {
        const presented = presentSettings(declared, settings as never)
        expect(z.strictObject(responseShape(declared)).parse(presented)).toEqual(presented)
        const body = parseInput(object(requestShape(declared)), presented)
        expect(body.success).toBe(true)
        if (!body.success) return
        const changes = readWireSettings(declared, body.data as never)
        expect(changeSettings(declared, initialSettings(declared) as never, changes)).toEqual(settings)
      }),
      { seed: 49 },
    )
  })

  test("an input without properties changes nothing", () => {
    const initial = initialSettings(declared)
    expect(object(inputShape(declared)).parse({})).toEqual({})
    expect(changeSettings(declared, initial as never, {})).toEqual(initial)
  })
})

test("a fixture contains only settings that differ from the initial ones", () => {
  const written = dumpSettings(FIELD_IN.fixture, { ...initialSettings(FIELD), showList: false, minValue: "3" })
  expect(Object.entries(written).filter(([, value]) => value !== undefined)).toEqual([
    ["show_list", false],
    ["min_value", "3"],
  ])
})

test("a limit is stored as a string, also if the request contains a number", () => {
  expect(changeSettings(FIELD_IN.limits, initialSettings(FIELD_IN.limits), { minValue: 3 }).minValue).toBe("3")
  expect(readFixtureSettings(FIELD_IN.limits, { max_value: 4 })).toEqual({ minValue: "", maxValue: "4" })
})

test("irregular names are those of the declaration, except where a format has only regular ones", () => {
  const settings = initialSettings(FIELD)
  expect(Object.keys(presentSettings(FIELD_IN.optionalDefinition, settings))).toContain("hideOnInput")
  expect(Object.keys(presentSettings(FIELD_IN.details, settings))).toContain("hide_on_input")
})

test("null removes the decimal places of a number's format, and does not count as absent", () => {
  const body = parseInput(object(requestShape(NUM_INFO)), { decimal_place: null, prefix: null })
  expect(body).toEqual({ success: true, data: { decimal_place: null } })
})
