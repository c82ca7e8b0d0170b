import { describe, expectTypeOf, test } from "vitest"
import { row } from "../../emulator/api/contract/declared-row.ts"
import { actionsAnswer } from "../../emulator/contract/rows/workspace/actions.ts"
import { type AnswerTo, type OperationName, table } from "../../emulator/api/contract/table.ts"
import { login, operations } from "../../src/inside.ts"

const { getActions, getFile, getGroup, getGroupTree, getUserInfo, getWorkspaces, updateGroup } = operations

const workspaces = {
  method: "get",
  paths: ["/workspaces"],
  tag: "workspaces",
  answer: table.getWorkspaces.answer,
  source: "docs",
} as const

/**
 * Answers that have drifted from their rows. The compiler looks at this file as at any other: where it takes one of them,
 * "@ts-expect-error" is an error.
 */

const HTTP = { method: "get", paths: ["/here"], tag: "groups", source: "docs" } as const
const group = { g_id: "5", group_id: "SALES", name: "Sales", index: 0 }

/** Operations whose row takes any answer. */
type Unchecked = { [N in OperationName]: unknown extends AnswerTo<N> ? N : never }[OperationName]

test("the compiler knows the answer of every operation but a stored function", () => {
  expectTypeOf<Unchecked>().toEqualTypeOf<"executeFunction">()
})

describe("a drift does not compile:", () => {
  test("a member that is missing", () => {
    // @ts-expect-error: current_workspace_id
    row(getWorkspaces, { ...workspaces, present: () => ({ workspaces: [] }) })
  })

  test("a member that is misspelt", () => {
    row(getWorkspaces, {
      ...workspaces,
      // @ts-expect-error: current_workspace_id
      present: ({ currentWId }) => ({ workspaces: [], currentWorkspaceId: currentWId ?? "" }),
    })
  })

  test("a member that no row knows", () => {
    row(getWorkspaces, {
      ...workspaces,
      // @ts-expect-error: count
      present: () => ({ workspaces: [], current_workspace_id: "", count: 0 }),
    })
  })

  test("a member that no row knows, in an element", () => {
    row(getWorkspaces, {
      ...workspaces,
      // @ts-expect-error: display_id
      present: ({ workspaces, currentWId }) => ({
        workspaces: workspaces.map(({ wId, name }) => ({ workspace_id: wId, workspace_name: name, display_id: wId })),
        current_workspace_id: currentWId ?? "",
      }),
    })
  })

  test("null for a text", () => {
    row(getWorkspaces, {
      ...workspaces,
      // @ts-expect-error: the user may be in none
      present: ({ currentWId }) => ({ workspaces: [], current_workspace_id: currentWId }),
    })
  })

  test("a text for a number", () => {
    row(getGroup, {
      ...HTTP,
      answer: table.getGroup.answer,
      // @ts-expect-error: count
      present: ({ children }) => ({ error: "" as const, group, children: [], count: String(children.length) }),
    })
  })

  test("one object for a list of them", () => {
    row(getGroup, {
      ...HTTP,
      answer: table.getGroup.answer,
      // @ts-expect-error: children
      present: () => ({ error: "" as const, group, children: group, count: 1 }),
    })
  })

  test("the other of the two ways to say that there is no error", () => {
    row(getGroup, {
      ...HTTP,
      answer: table.getGroup.answer,
      // @ts-expect-error: GetGroup says it with an empty text
      present: () => ({ error: null, group, children: [], count: 0 }),
    })
    // @ts-expect-error: GetGroupTree says it with null
    row(getGroupTree, { ...HTTP, answer: table.getGroupTree.answer, present: () => ({ error: "", result: [] }) })
  })

  test("an answer where null is the answer", () => {
    // @ts-expect-error: UpdateGroup answers null
    row(updateGroup, { ...HTTP, answer: table.updateGroup.answer, present: () => ({ error: null }) })
  })

  test("a word that is none of the row's", () => {
    row(getActions, {
      method: "get",
      paths: ["/datastores/:datastore-id/actions"],
      tag: "actions",
      wire: { application: null, status: "status_id" },
      answer: actionsAnswer,
      // @ts-expect-error: the API says "new"
      present: ({ datastore, actions }) =>
        actions.map(({ aId, displayId }) => ({
          workspace_id: datastore.wId,
          project_id: datastore.pId,
          datastore_id: datastore.dId,
          action_id: aId,
          display_id: displayId,
          name: displayId,
          operation: "create" as const,
          set_status: "",
          is_status_action: false,
        })),
      source: "docs",
    })
  })

  test("JSON where bytes are the answer", () => {
    row(getFile, {
      method: "get",
      paths: ["/files/:file-id"],
      tag: "files",
      answer: { kind: "bytes", contentType: "*/*" },
      source: "docs",
      // @ts-expect-error: GetFile answers bytes
      present: ({ name }) => ({ filename: name }),
    })
  })

  test("the answer of another operation", () => {
    // @ts-expect-error: of GetGroupTree
    row(getUserInfo, { ...HTTP, answer: table.getUserInfo.answer, present: () => ({ error: null, result: [] }) })
  })

  test("a member that no row knows, to somebody without a token", () => {
    // @ts-expect-error: user
    row(login, { ...HTTP, answer: table.login.answer, present: () => ({ token: "", user: "ada" }) })
  })

  test("an answer to somebody without a token", () => {
    // @ts-expect-error: token
    row(login, { ...HTTP, answer: table.login.answer, present: () => ({ error: null }) })
  })
})
