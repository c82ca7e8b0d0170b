import { targetNotFound } from "../../../src/model/index.ts"
import { archiveWorkspace, updateWorkspaceSettings } from "../../../src/operations/list.ts"
import { table } from "../../api/index.ts"
import { NO_ERROR, root, SUCCESS } from "../root.ts"
import { ALL_LANGUAGES, functionalityIn, type WorkspaceSettings, workspaceDetail } from "./workspace-detail.ts"

interface InWorkspace {
  readonly workspaceId?: string | null
}

interface TaskList extends InWorkspace {
  readonly queryTaskList?: { readonly all?: string | null } | null
}

const inWorkspace = ({ workspaceId }: InWorkspace): string | undefined => workspaceId ?? undefined

/** Roots on workspaces (graphql.md section 3.2). */
export const workspacesRoots = {
  workspaces: root(table.getWorkspaces),
  workspace: root(table.getCurrentWorkspace, { answer: workspaceDetail }),
  workspaceCurrent: root(table.getCurrentWorkspace),
  setCurrentWorkSpace: root(table.selectWorkspace, { answer: () => SUCCESS }),
  archiveWorkspace: root(archiveWorkspace, { answer: () => NO_ERROR }),
  updateWorkspaceSettings: root(updateWorkspaceSettings, {
    toWire: ({ payload }: WorkspaceSettings, { actor }) => ({
      "workspace-id": payload.w_id ?? payload.id ?? actor.wId ?? "",
      password_policy: payload.pwd_policy ?? undefined,
      functionality: functionalityIn(payload),
    }),
    answer: () => NO_ERROR,
  }),
  createWorkspace: root(table.createNewWorkspace),
  workspacePasswordPolicy: root(table.getPasswordPolicy, {
    answer: (_, call) => ({ ...call.present(), ...ALL_LANGUAGES }),
  }),
  workspaceFunctionality: root(table.getWorkspaceFunctionality),
  workspaceUsage: root(table.getWorkspaceUsage, {
    toWire: ({ workingspaceId }: { readonly workingspaceId?: string | null }, { actor }) => ({
      "workspace-id": workingspaceId ?? actor.wId ?? "",
    }),
  }),
  taskGetQueueList: root(table.getTasks, {
    workspace: inWorkspace,
    toWire: ({ queryTaskList }: TaskList) => ({ all: queryTaskList?.all === "true" || queryTaskList?.all === "1" }),
  }),
  taskGetQueueTaskStatus: root(table.getTasks, {
    workspace: inWorkspace,
    toWire: () => ({ all: true }),
    answer(_, call) {
      const { taskId } = call.args as { readonly taskId: string }
      const task = Object.values(call.present()).find(({ qt_id }) => qt_id === taskId)
      if (task === undefined) throw targetNotFound(`task not found: ${taskId}`)
      return task
    },
  }),
}
