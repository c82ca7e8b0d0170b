import { describe, expectTypeOf, test } from "vitest"
import { row } from "../../emulator/api/contract/declared-row.ts"
import { type AnswerTo, type OperationName, table } from "../../emulator/api/contract/table.ts"
import { operations } from "../../src/operations/calls.ts"
import { login } from "../../src/operations/list.ts"

const { getActions, getFile, getGroup, getGroupTree, getUserInfo, getWorkspaces, updateGroup } = operations

const workspaces = { answer: table.getWorkspaces.answer } as const

/** Responses that violate their rows. If the compiler accepts one of them, its "@ts-expect-error" is an error. */

const group = { g_id: "5", group_id: "SALES", name: "Sales", index: 0 }

/** Operations whose row accepts any response. */
type Unchecked = { [N in OperationName]: unknown extends AnswerTo<N> ? N : never }[OperationName]

test("the compiler knows the response of every operation but a stored function", () => {
  expectTypeOf<Unchecked>().toEqualTypeOf<"executeFunction">()
})

describe("a drift does not compile:", () => {
  test("a member that is missing", () => {
    // @ts-expect-error: current_workspace_id
    row(getWorkspaces, "get /here", { ...workspaces, present: () => ({ workspaces: [] }) })
  })

  test("a member that is misspelt", () => {
    row(getWorkspaces, "get /here", {
      ...workspaces,
      // @ts-expect-error: current_workspace_id
      present: ({ currentWId }) => ({ workspaces: [], currentWorkspaceId: currentWId ?? "" }),
    })
  })

  test("a member that no row knows", () => {
    row(getWorkspaces, "get /here", {
      ...workspaces,
      // @ts-expect-error: count
      present: () => ({ workspaces: [], current_workspace_id: "", count: 0 }),
    })
  })

  test("a member that no row knows, in an element", () => {
    row(getWorkspaces, "get /here", {
      ...workspaces,
      // @ts-expect-error: display_id
      present: ({ workspaces, currentWId }) => ({
        workspaces: workspaces.map(({ wId, name }) => ({ workspace_id: wId, workspace_name: name, display_id: wId })),
        current_workspace_id: currentWId ?? "",
      }),
    })
  })

  test("null for a text", () => {
    row(getWorkspaces, "get /here", {
      ...workspaces,
      // @ts-expect-error: the user may be in none
      present: ({ currentWId }) => ({ workspaces: [], current_workspace_id: currentWId }),
    })
  })

  test("a text for a number", () => {
    row(getGroup, "get /here", {
      answer: table.getGroup.answer,
      // @ts-expect-error: count
      present: ({ children }) => ({ error: "" as const, group, children: [], count: String(children.length) }),
    })
  })

  test("an object instead of a list of objects", () => {
    row(getGroup, "get /here", {
      answer: table.getGroup.answer,
      // @ts-expect-error: children
      present: () => ({ error: "" as const, group, children: group, count: 1 }),
    })
  })

  test("the other of the two ways to say that there is no error", () => {
    row(getGroup, "get /here", {
      answer: table.getGroup.answer,
      // @ts-expect-error: GetGroup says it with an empty text
      present: () => ({ error: null, group, children: [], count: 0 }),
    })
    // @ts-expect-error: GetGroupTree says it with null
    row(getGroupTree, "get /here", { answer: table.getGroupTree.answer, present: () => ({ error: "", result: [] }) })
  })

  test("a response instead of null is reported", () => {
    // @ts-expect-error: UpdateGroup answers null
    row(updateGroup, "get /here", { answer: table.updateGroup.answer, present: () => ({ error: null }) })
  })

  test("a word that is none of the row's", () => {
    row(getActions, "get /here", {
      method: "get",
      paths: ["/datastores/:datastore-id/actions"],
      tag: "actions",
      wire: { application: null, status: "status_id" },
      answer: table.getActions.answer,
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

  test("JSON instead of bytes is reported", () => {
    row(getFile, "get /here", {
      method: "get",
      paths: ["/files/:file-id"],
      tag: "files",
      answer: { kind: "bytes", contentType: "*/*" },
      source: "docs",
      // @ts-expect-error: GetFile answers bytes
      present: ({ name }) => ({ filename: name }),
    })
  })

  test("the response of another operation is reported", () => {
    // @ts-expect-error: this is the answer of GetGroupTree
    row(getUserInfo, "get /here", { answer: table.getUserInfo.answer, present: () => ({ error: null, result: [] }) })
  })

  test("a member that no row knows, to somebody without a token", () => {
    // @ts-expect-error: user
    row(login, "get /here", { answer: table.login.answer, present: () => ({ token: "", user: "ada" }) })
  })

  test("a response to a caller without a token is reported", () => {
    // @ts-expect-error: token
    row(login, "get /here", { answer: table.login.answer, present: () => ({ error: null }) })
  })
})
