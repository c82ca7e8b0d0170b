import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { mutants } from "./mutants.mjs"

test.each(mutants)("the place where $name is planted is there, once", ({ file, find, replace }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")
  expect(source.split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
})

test("there are at least forty, all different", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

/** Bugs that need a world with several workspaces, users and rights: 4 of access, 4 of links, 4 of lookups, 7 of workspaces. */
const RIGHTS = {
  access: [
    "own-key-not-given",
    "action-open-to-whoever-sees",
    "group-admins-not-below",
    "selected-users-not-published",
  ],
  links: ["link-removed-unseen", "link-kept-beside-the-new", "unlinked-one-way", "linked-items-shown-unseen"],
  lookups: [
    "lookup-of-the-unseen-accepted",
    "looked-up-unseen",
    "old-lookup-link-back-stays",
    "deleted-item-still-looked-up",
  ],
  workspaces: [
    "keys-of-every-workspace",
    "granted-roles-of-every-workspace",
    "leaver-keeps-roles",
    "leaver-goes-on-there",
    "joiner-works-nowhere",
    "strangers-select-a-workspace",
    "groups-found-across-workspaces",
  ],
}

test("at least fifteen of them are about access, links, lookups and workspaces", () => {
  const names = Object.values(RIGHTS).flat()
  expect(names.length).toBeGreaterThanOrEqual(15)
  expect(mutants.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
})
