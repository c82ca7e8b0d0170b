import { nameIn } from "../../../src/model/index.ts"
import type { Role } from "../../../src/model/records/index.ts"
import {
  deleteProject,
  getProjectRolesAndMember,
  updateProjectName,
  updateProjectTheme,
} from "../../../src/operations/list.ts"
import { presentNames, table } from "../../api/index.ts"
import { root, SUCCESS } from "../root.ts"

interface ProjectName {
  readonly payload: { readonly project_name?: object | null; readonly project_displayid?: string | null }
}

/** Roots on applications (graphql.md section 3.5). */
export const projectsRoots = {
  getApplications: root(table.getApplicationsAndDatastores, {
    answer: ({ applications, lang }) =>
      applications.map(({ application: { pId, name, displayId, theme = null, displayOrder } }) => ({
        application_id: pId,
        name: nameIn(name, lang),
        display_id: displayId,
        theme,
        display_order: displayOrder,
      })),
  }),
  getApplicationAndDataStore: root(table.getApplicationsAndDatastores),
  getTemplates: root(table.getTemplates),
  applicationCreateProject: root(table.createApplication),
  getInfoProject: root(table.getApplicationSettings, {
    answer: ({ application: { pId, wId, name, displayId, displayOrder, templateId = null }, lang }) => ({
      p_id: pId,
      w_id: wId,
      name: nameIn(name, lang),
      display_id: displayId,
      display_order: displayOrder,
      template_id: templateId,
    }),
  }),
  getApplicationProjectIdSetting: root(table.getApplicationSettings, {
    toWire: ({ applicationId: id }: { readonly applicationId: string }) => ({ "app-id": id, "project-id": id }),
    answer: ({ application: { pId, name, displayId, createdAt } }) => ({
      p_id: pId,
      name: presentNames(name),
      id: pId,
      display_id: displayId,
      created_at: createdAt,
      updated_at: createdAt,
    }),
  }),
  updateProjectName: root(updateProjectName, {
    toWire: ({ payload: { project_name: name, project_displayid: displayId } }: ProjectName) => ({
      name: name ?? undefined,
      display_id: displayId ?? undefined,
    }),
    answer: () => SUCCESS,
  }),
  updateProjectTheme: root(updateProjectTheme, { answer: () => SUCCESS }),
  deleteProject: root(deleteProject, { answer: () => SUCCESS }),
  getProjectRolesAndMember: root(getProjectRolesAndMember, {
    answer: (roles) =>
      roles.map(({ role, members }) => ({
        ...presentRole(role),
        members: members.map(({ uId, username, email }) => ({ u_id: uId, username, email })),
      })),
  }),
}

/** Presents a role with only the members that the official client knows. The client throws if there is any other, even `role_id`. */
const presentRole = ({ rId, displayId, name, type, accessKey, createdAt, pId }: Role) => ({
  _key: rId,
  id: rId,
  r_id: rId,
  display_id: displayId,
  name,
  type,
  access_key: accessKey,
  created_at: createdAt,
  project_id: pId,
})
