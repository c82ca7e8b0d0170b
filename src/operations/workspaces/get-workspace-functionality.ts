import { requireKnownWorkspace } from "../../access/places.ts"
import type { Workspace } from "../../records/workspace.ts"
import { query } from "../../use-case.ts"

/** GetWorkspaceFunctionality (api.md section 10): of any workspace the caller is in. */
export const getWorkspaceFunctionality = query<
  { readonly workspace: string },
  Pick<Workspace, "wId" | "functionality">
>((view, actor, { workspace }) => requireKnownWorkspace(view, actor, workspace))
