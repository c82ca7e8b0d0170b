import { expect, test } from "vitest"
import { ACME, BETA, twoWorkspaces } from "../../sample-worlds/two-workspaces.ts"
import { expectUnchanged } from "../items/office.ts"

const ADA = "ada@acme.test"

test("changes the given parts of name, password policy and functionality", async () => {
  const world = await twoWorkspaces()
  const ada = world.as(ADA)
  const before = world.view().expect("workspaces", ACME)
  await ada.updateWorkspaceSettings({ workspace: ACME, name: "Apex" })
  await ada.updateWorkspaceSettings({ workspace: ACME, passwordPolicy: { useMinLength: true, minLength: 9 } })
  await ada.updateWorkspaceSettings({ workspace: ACME, functionality: { useCreateApplication: false } })
  expect(world.view().get("workspaces", ACME)).toEqual({
    ...before,
    name: "Apex",
    passwordPolicy: { ...before.passwordPolicy, useMinLength: true, minLength: 9 },
    functionality: { ...before.functionality, useCreateApplication: false },
  })
  await expect(ada.createApplication({ name: "New" })).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
  const short = ada.setPassword({ oldPassword: "ada-pass", newPassword: "short", confirmPassword: "short" })
  await expect(short).rejects.toMatchObject({ code: "INVALID_VALUE" })
})

test("blank names, values outside their range, and callers who do not administer the workspace are refused", async () => {
  const world = await twoWorkspaces()
  await expectUnchanged(world, async () => {
    const ada = world.as(ADA)
    for (const change of [
      { name: " " },
      { name: "two\nlines" },
      { passwordPolicy: { minLength: -1 } },
      { functionality: { useCreateWorkspace: 3 as 2 } },
    ]) {
      const refused = ada.updateWorkspaceSettings({ workspace: ACME, ...change })
      await expect(refused).rejects.toMatchObject({ code: "INVALID_PARAMS" })
    }
    const beta = ada.updateWorkspaceSettings({ workspace: BETA, name: "B" })
    await expect(beta).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
  })
})
