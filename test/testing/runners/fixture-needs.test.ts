import { describe, expect, test } from "vitest"
import { fixtureNames } from "../../../emulator/testing/runners/fixture-needs.ts"

describe("the fixtures that a test names", () => {
  test.each([
    ["async ({ world, url }) => {}", ["world", "url"]],
    ["async({world,url})=>{}", ["world", "url"]],
    ["({ as: actAs, mail, }, t) => 1", ["as", "mail"]],
    ["function ({ server }) {}", ["server"]],
    ["async function named({ app }) {}", ["app"]],
    ["async method({ clock }) {}", ["clock"]],
    ["() => {}", []],
    ["async () => {}", []],
    ["({}) => {}", []],
  ])("are read of %s", (source, names) => {
    expect(fixtureNames(source)).toEqual(names)
  })

  test.each([
    "own => own.url",
    "async (own) => own.url",
    "({ ...rest }) => rest",
    "({ url = 1 }) => url",
    "({ mail: { list } }) => 1",
  ])("can't be told of %s", (source) => {
    expect(fixtureNames(source)).toBeUndefined()
  })
})
