import * as z from "zod"
import { byOrdinal, foldText } from "../../../src/model/index.ts"
import { answerOf, objectOf } from "../../api/index.ts"
import { referenceTo } from "../../worlds/index.ts"
import { requireUser } from "../calls/require-user.ts"
import { listing } from "../paged-list.ts"
import { presentAccess } from "../presenters/access.ts"
import { listGroupNodes, presentPerson, presentRights, requireItem } from "../presenters/people.ts"
import { route } from "../route.ts"
import { accessShape, groupShape, personShape, rightsShape, roleShape } from "../shapes/people.ts"

export const peopleRoutes = [
  route(
    "GET /worlds/:w/users",
    {
      readsVersions: true,
      name: "listUsers",
      summary: "List the users of a world with their groups and roles",
      anchor: "people",
      query: objectOf(() => ({
        text: z.string().optional().describe("Only users with this text in name, address or user code"),
      })),
      answer: answerOf(() => ({ users: z.array(personShape()).describe("Users in the order of their creation") })),
      isList: true,
    },
    ({ named, query: { text = "" } }) => {
      const view = named.world.view()
      const wanted = foldText(text)
      const users = view
        .all("users")
        .filter((user) => !user.isBot && foldText(`${user.username}\n${referenceTo(user)}`).includes(wanted))
        .sort(byOrdinal)
      return listing("users", users, (user) => presentPerson(view, user))
    },
  ),
  route(
    "GET /worlds/:w/users/:u",
    {
      readsVersions: true,
      name: "getUser",
      summary: "Get a user with their rights",
      anchor: "people",
      params: { u: "E-mail address, e-mail#user_code or ID" },
      answer: rightsShape,
    },
    ({ named, params }) => {
      const view = named.world.view()
      return presentRights(view, requireUser(view, params.u))
    },
  ),
  route(
    "GET /worlds/:w/groups",
    {
      readsVersions: true,
      name: "listGroups",
      summary: "List the groups of a world",
      anchor: "people",
      answer: answerOf(() => ({ groups: z.array(groupShape()).describe("Groups, each before its subgroups") })),
      isList: true,
    },
    ({ named }) => {
      const view = named.world.view()
      return listing("groups", listGroupNodes(view), ({ group, depth }) => ({
        g_id: group.gId,
        group_id: group.displayId,
        name: group.name,
        w_id: group.wId,
        parent_g_id: group.parentGId,
        depth,
        members: view.ids("usersByGroup", group.gId).length,
        roles: [...group.roles],
      }))
    },
  ),
  route(
    "GET /worlds/:w/roles",
    {
      readsVersions: true,
      name: "listRoles",
      summary: "List the roles of a world with their holders",
      anchor: "people",
      answer: answerOf(() => ({ roles: z.array(roleShape()).describe("Roles in the order of their creation") })),
      isList: true,
    },
    ({ named }) => {
      const view = named.world.view()
      return listing("roles", view.all("roles"), ({ rId, displayId, name, pId }) => ({
        r_id: rId,
        role_id: displayId,
        name,
        p_id: pId,
        application_id: view.expect("applications", pId).displayId,
        users: view.list("users", "usersByRole", rId).sort(byOrdinal).map(referenceTo),
        groups: view.list("groups", "groupsByRole", rId).map((group) => group.displayId),
      }))
    },
  ),
  route(
    "GET /worlds/:w/items/:i/access",
    {
      readsVersions: true,
      name: "getItemAccess",
      summary: "List who sees an item, with reasons",
      anchor: "access",
      hasNames: true,
      params: { i: "Internal ID of the item" },
      query: objectOf(() => ({ user: z.string().optional().describe("Only the access of this user") })),
      answer: accessShape,
    },
    ({ view: viewNow, params, query: { user } }) => {
      const view = viewNow()
      const item = requireItem(view, params.i)
      return presentAccess(view, item, user === undefined ? undefined : requireUser(view, user))
    },
  ),
] as const
