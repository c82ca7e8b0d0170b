import { type Rule, repeated } from "./invariant.ts"

export const peopleInvariants: readonly Rule[] = [
  {
    name: "identities-are-unique",
    description: "No two users share address, user code and exclusive workspace (model.md section 2.1).",
    problems: (view) =>
      repeated(
        view
          .all("users")
          .filter((user) => !user.isBot)
          .map((user) => `${user.email}#${user.userCode}@${user.exclusiveWId ?? ""}`),
      ).map((identity) => `several users are ${identity}`),
  },
  {
    name: "user-codes-are-unique",
    description: "A user code is held once in a workspace (model.md section 2.1).",
    problems(view) {
      const codes = view
        .all("users")
        .filter((user) => user.userCode !== "")
        .flatMap((user) =>
          [...new Set(user.memberships.map((membership) => membership.wId))].map((wId) => `${user.userCode} in ${wId}`),
        )
      return repeated(codes).map((code) => `several users have the user code ${code}`)
    },
  },
  {
    name: "memberships-lead-to-groups",
    description:
      "Memberships name existing groups of their workspace, each once; exclusive users are in no other workspace (model.md section 2).",
    problems: (view) =>
      view
        .all("users")
        .flatMap((user) => [
          ...user.memberships
            .filter(({ gId, wId }) => view.get("groups", gId)?.wId !== wId)
            .map(({ gId }) => `user ${user.email} is in the group ${gId}, which is not there`),
          ...repeated(user.memberships.map(({ gId }) => gId)).map(
            (gId) => `user ${user.email} is in the group ${gId} twice`,
          ),
          ...user.memberships
            .filter(({ wId }) => user.exclusiveWId !== null && wId !== user.exclusiveWId)
            .map(({ wId }) => `user ${user.email} is workspace-only but in ${wId}`),
        ]),
  },
  {
    name: "roles-are-held-where-one-works",
    description: "A user holds roles only of workspaces they are in (api.md section 12, RemoveUser).",
    problems: (view) =>
      view
        .all("users")
        .filter((user) => !user.isBot)
        .flatMap((user) =>
          user.roles
            .filter((rId) => !user.memberships.some(({ wId }) => wId === view.get("roles", rId)?.wId))
            .map((rId) => `user ${user.email} holds the role ${rId} of a workspace they are not in`),
        ),
  },
  {
    name: "group-trees-are-trees",
    description:
      "A workspace has one root; every other group hangs below it; display IDs are unique; siblings stand at different places (model.md section 2.2).",
    problems(view) {
      const groups = view.all("groups")
      const problems: string[] = []
      for (const workspace of view.all("workspaces")) {
        const own = groups.filter((group) => group.wId === workspace.wId)
        const roots = own.filter((group) => group.isRoot || group.parentGId === null)
        if (roots.length !== 1 || roots[0]?.gId !== workspace.topGId)
          problems.push(`workspace ${workspace.name} has ${roots.length} roots`)
        for (const id of repeated(own.map((group) => group.displayId)))
          problems.push(`several groups of ${workspace.name} are called ${id}`)
        for (const place of repeated(own.map((group) => `${group.parentGId}/${group.index}`)))
          problems.push(`several groups stand at ${place}`)
      }
      for (const group of groups) {
        const path = new Set<string>()
        for (
          let at: typeof group | undefined = group;
          at !== undefined;
          at = at.parentGId === null ? undefined : view.get("groups", at.parentGId)
        ) {
          if (path.has(at.gId)) {
            problems.push(`group ${group.gId} is below itself`)
            break
          }
          path.add(at.gId)
        }
      }
      return problems
    },
  },
  {
    name: "confirmations-live-once",
    description: "A user has at most one confirmation of a kind that can still be used (model.md section 12.2).",
    problems: (view) =>
      repeated(
        view
          .all("confirmations")
          .filter((confirmation) => !confirmation.used && !confirmation.replaced)
          .map(
            (confirmation) =>
              `${confirmation.kind} of ${confirmation.uId}${confirmation.wId === null ? "" : ` into ${confirmation.wId}`}`,
          ),
      ).map((confirmation) => `there are several live confirmations: ${confirmation}`),
  },
  {
    name: "tokens-belong-to-users",
    description: "Every token is a user's (api.md section 9.1).",
    problems: (view) =>
      view
        .all("tokens")
        .filter((token) => view.get("users", token.uId) === undefined)
        .map((token) => `a token belongs to the unknown user ${token.uId}`),
  },
]
