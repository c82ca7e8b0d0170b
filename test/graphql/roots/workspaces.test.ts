import { expect, test } from "vitest"
import { people } from "../../sample-worlds/people.ts"
import { graphqlClient } from "../graphql-client.ts"

test("workspaces lists the caller's workspaces, and setCurrentWorkSpace selects one", async () => {
  const { world } = await people()
  const erin = graphqlClient(world, "erin-token")
  const { workspaces, current_workspace_id } = await erin.root("workspaces")
  const names = workspaces.map((one: { workspace_name: string }) => one.workspace_name)
  expect(names.sort()).toEqual(["Acme", "Globex"])
  const other = workspaces.find((one: { workspace_id: string }) => one.workspace_id !== current_workspace_id)
  const answer = await erin.root("setCurrentWorkSpace", {
    setCurrentWorkSpaceInput: { workspace_id: other.workspace_id },
  })
  expect(answer).toEqual({ success: true, data: null })
  expect(await erin.root("workspaceCurrent")).toEqual({ workspace_id: other.workspace_id })
})
