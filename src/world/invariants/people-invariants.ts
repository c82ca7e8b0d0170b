import { findRepeated, type Rule } from "./invariant.ts"

export const peopleInvariants: readonly Rule[] = [
  {
    name: "identities-are-unique",
    description: "No two users have the same address, user code and exclusive workspace (model.md section 2.1).",
    problems: (view) =>
      findRepeated(
        view
          .all("users")
          .filter((user) => !user.isBot)
          .map((user) => `${user.email}#${user.userCode}@${user.exclusiveWId ?? ""}`),
      ).map((identity) => `several users have the identity ${identity}`),
  },
  {
    name: "user-codes-are-unique",
    description: "No two users of a workspace have the same user code (model.md section 2.1).",
    problems(view) {
      const codes = view
        .all("users")
        .filter((user) => user.userCode !== "")
        .flatMap((user) =>
          [...new Set(user.memberships.map((membership) => membership.wId))].map((wId) => `${user.userCode} in ${wId}`),
        )
      return findRepeated(codes).map((code) => `several users have the user code ${code}`)
    },
  },
  {
    name: "memberships-lead-to-groups",
    description:
      "A user is in existing groups, at most once in each; a workspace-only user is in no other workspace (model.md section 2).",
    problems: (view) =>
      view
        .all("users")
        .flatMap((user) => [
          ...user.memberships
            .filter(({ gId, wId }) => view.get("groups", gId)?.wId !== wId)
            .map(({ gId }) => `user ${user.email} is in the unknown group ${gId}`),
          ...findRepeated(user.memberships.map(({ gId }) => gId)).map(
            (gId) => `user ${user.email} is in the group ${gId} twice`,
          ),
          ...user.memberships
            .filter(({ wId }) => user.exclusiveWId !== null && wId !== user.exclusiveWId)
            .map(({ wId }) => `user ${user.email} is workspace-only but in ${wId}`),
        ]),
  },
  {
    name: "current-workspaces-are-open",
    description: "No user's current workspace is archived (model.md section 1).",
    problems: (view) =>
      view
        .all("users")
        .filter(({ isBot, currentWId }) => !isBot && view.get("workspaces", currentWId ?? "")?.isArchived === true)
        .map((user) => `the current workspace of user ${user.email} is archived`),
  },
  {
    name: "roles-are-held-where-one-works",
    description: "A user has roles only in workspaces that the user belongs to (api.md section 12, RemoveUser).",
    problems: (view) =>
      view
        .all("users")
        .filter((user) => !user.isBot)
        .flatMap((user) =>
          user.roles
            .filter((rId) => !user.memberships.some(({ wId }) => wId === view.get("roles", rId)?.wId))
            .map((rId) => `user ${user.email} has the role ${rId} in a workspace that the user does not belong to`),
        ),
  },
  {
    name: "group-trees-are-trees",
    description:
      "A workspace has one top group with all other groups below it; display IDs are unique; groups of one parent have different positions (model.md section 2.2).",
    problems(view) {
      const groups = view.all("groups")
      const problems: string[] = []
      for (const workspace of view.all("workspaces")) {
        const own = groups.filter((group) => group.wId === workspace.wId)
        const roots = own.filter((group) => group.isRoot || group.parentGId === null)
        if (roots.length !== 1 || roots[0]?.gId !== workspace.topGId)
          problems.push(`workspace ${workspace.name} has ${roots.length} top groups`)
        for (const id of findRepeated(own.map((group) => group.displayId)))
          problems.push(`several groups of ${workspace.name} have the display ID ${id}`)
        for (const place of findRepeated(own.map((group) => `${group.parentGId}/${group.index}`)))
          problems.push(`several groups have the position ${place}`)
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
    description: "A user has at most one usable confirmation of each kind (model.md section 12.2).",
    problems: (view) =>
      findRepeated(
        view
          .all("confirmations")
          .filter((confirmation) => !confirmation.used && !confirmation.replaced)
          .map(
            (confirmation) =>
              `${confirmation.kind} of ${confirmation.uId}${confirmation.wId === null ? "" : ` into ${confirmation.wId}`}`,
          ),
      ).map((confirmation) => `several confirmations are usable: ${confirmation}`),
  },
  {
    name: "tokens-belong-to-users",
    description: "Every token belongs to a user (api.md section 9.1).",
    problems: (view) =>
      view
        .all("tokens")
        .filter((token) => view.get("users", token.uId) === undefined)
        .map((token) => `a token belongs to the unknown user ${token.uId}`),
  },
]
