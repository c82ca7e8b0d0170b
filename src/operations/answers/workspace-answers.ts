import type { WorkspaceAnswer } from "../../answers/people.ts"
import type { ApplicationAnswer, DatastoreAnswer, RoleAnswer } from "../../answers/settings.ts"
import type { Instant, PId, QtId, WId } from "../../model/ids.ts"
import type { TaskCategory } from "../../records/templates/task.ts"
import type { Functionality } from "../../model/records/workspace.ts"
import type { SeenTask } from "../templates/get-tasks.ts"
import type { TemplateCategory } from "../templates/get-templates.ts"

/** The workspaces of a user (api.md section 10). */
export interface WorkspacesAnswer {
  /** In the order in which they were made. */
  readonly workspaces: readonly WorkspaceAnswer[]
  /** ID of the current one; null while they are in none. */
  readonly currentWId: WId | null
}

/** A workspace that was made. */
export interface NewWorkspaceAnswer {
  /** Its ID. */
  readonly wId: WId
}

/** What may be done in a workspace. */
export interface FunctionalityAnswer extends Functionality {
  /** ID of the workspace. */
  readonly wId: WId
}

/** An application with its datastores. */
export interface ApplicationWithDatastoresAnswer extends ApplicationAnswer {
  /** Those that the reader may use. */
  readonly datastores: readonly DatastoreAnswer[]
}

/** The applications of a workspace. */
export interface ApplicationsAnswer {
  /** By display order. */
  readonly applications: readonly ApplicationWithDatastoresAnswer[]
}

/** An application that was made. */
export interface NewApplicationAnswer {
  /** Its ID. */
  readonly pId: PId
}

/** An application with its roles and datastores (api.md section 13). */
export interface ApplicationSettingsAnswer extends ApplicationWithDatastoresAnswer {
  /** In the order in which they were made. */
  readonly roles: readonly RoleAnswer[]
}

/** A datastore and the application it is in. */
export interface ApplicationAndDatastoreAnswer {
  /** The application. */
  readonly application: ApplicationAnswer
  /** The datastore. */
  readonly datastore: DatastoreAnswer
}

/** Work that goes on in the background (api.md section 14). */
export interface StartedTaskAnswer {
  /** ID of the task. */
  readonly qtId: QtId
  /** What work it is. */
  readonly category: TaskCategory
  /** What GetTasks finds it by. */
  readonly streamId: string
  /** When it was asked for: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
}

/** A task and how far it is. */
export interface TaskAnswer extends StartedTaskAnswer {
  /** How far it is, or how it ended. */
  readonly status: SeenTask["status"]
  /** When it began; null before. */
  readonly startedAt: Instant | null
  /** When it ended; null before. */
  readonly finishedAt: Instant | null
}

/** Tasks of the current workspace. */
export interface TasksAnswer {
  /** Oldest first. */
  readonly tasks: readonly TaskAnswer[]
}

/** The templates of the current workspace. */
export interface TemplatesAnswer {
  /** Categories and their templates in the order in which they came. */
  readonly categories: readonly TemplateCategory[]
}

/** A template that is being saved. */
export interface SavedTemplateAnswer extends StartedTaskAnswer {
  /** ID of the template. */
  readonly tpId: string
}
