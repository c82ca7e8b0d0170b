import { requireKnownWorkspace } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { Workspace } from "../../records/workspace.ts"

/** GetWorkspaceFunctionality (api.md section 10): of any workspace the caller is in. */
export const getWorkspaceFunctionality = query<
  { readonly workspace: string },
  Pick<Workspace, "wId" | "functionality">
>((view, actor, { workspace }) => requireKnownWorkspace(view, actor, workspace))
