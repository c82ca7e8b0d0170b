import type { Actor } from "../access/actor.ts"
import { listApplications } from "../access/places.ts"
import { DomainError } from "../error.ts"
import { storedBytes } from "../files/storage.ts"
import { loadIntoWorkspace } from "../fixture/load/into-workspace.ts"
import { FixtureError } from "../fixture/mistakes.ts"
import { isDisplayId, type PId } from "../ids.ts"
import { changeNames, type NameInput } from "../names.ts"
import type { Ports } from "../ports/ports.ts"
import type { Application } from "../records/application.ts"
import { ADMIN } from "../records/role.ts"
import type { Workspace } from "../records/workspace.ts"
import type { Tx } from "../state/tx.ts"
import type { TemplateContent } from "./content.ts"
import { wrongContent } from "./content-archive.ts"
import { fitApplication, surroundingsOf } from "./fit-content.ts"
import { renewIds } from "./renew-ids.ts"
import { restoreHistories } from "./restore-histories.ts"

export interface NewFromTemplate {
  readonly workspace: Workspace
  readonly name: NameInput
  readonly content: TemplateContent
}

/**
 * Makes the last application of a workspace from a template: equal to the one it was saved from but for its IDs (api.md section 14,
 * "UploadTemplate"). The caller gets its ADMIN. Its display ID is that of the template where it is free, else its internal one.
 */
export function restoreApplication(
  tx: Tx,
  actor: Actor,
  ports: Pick<Ports, "passwords" | "blobs">,
  { workspace, name, content }: NewFromTemplate,
): Application {
  const names = changeNames({}, name, tx.settings.lang)
  const present = listApplications(tx, workspace.wId)
  const { application, histories } = renewIds(tx, content)
  const around = surroundingsOf(tx, actor, workspace)
  const pId = (application.p_id ?? tx.newId()) as PId
  const isFree = present.every((other) => other.displayId !== application.application_id)
  const fitted = fitApplication(application, around)
  const made = refusing(() =>
    loadIntoWorkspace(tx, actor, ports, {
      workspace,
      displayOrder: Math.max(0, ...present.map(({ displayOrder }) => displayOrder)) + 1,
      application: {
        ...fitted,
        p_id: pId,
        application_id: isFree && isDisplayId(application.application_id) ? application.application_id : pId,
        display_order: undefined,
        name: names,
      },
    }),
  )
  restoreHistories(tx, made, histories, around)
  requireRoom(tx, workspace)
  const admin = tx.list("roles", "rolesByApplication", made.pId).find(({ displayId }) => displayId === ADMIN)
  if (admin !== undefined) tx.update("users", actor.uId, ({ roles }) => void roles.push(admin.rId))
  return made
}

/** What is wrong with the content is told as a refusal. */
function refusing<T>(load: () => T): T {
  try {
    return load()
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    throw wrongContent(
      error.mistakes.map(({ path, message }) => ({ path: path.replace(/^applications\[0\]\.?/, ""), message })),
    )
  }
}

const MIB = 1_048_576

function requireRoom(tx: Tx, { wId, limits }: Workspace): void {
  const datastores = tx
    .table("datastores")
    .toArray()
    .filter((datastore) => datastore.wId === wId).length
  if (limits.datastores > 0 && datastores > limits.datastores) {
    throw full(`the workspace may have ${limits.datastores} datastores at most`)
  }
  if (limits.storageMb > 0 && storedBytes(tx, wId) > limits.storageMb * MIB) {
    throw full(`the workspace may store ${limits.storageMb} MB at most`)
  }
}

const full = (message: string) => new DomainError("INVALID_SETTINGS", "settings", message)
