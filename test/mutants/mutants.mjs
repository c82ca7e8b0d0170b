/**
 * Bugs to plant, one at a time: in `file`, `replace` replaces the text `find`, which occurs exactly once. Each breaks a rule of the
 * specification.
 */
export const mutants = [
  {
    name: "link-points-the-other-way",
    file: "src/state/links.ts",
    find: 'makeLink(from, to, { type: "link", fId: null, isReverse: false })',
    replace: 'makeLink(to, from, { type: "link", fId: null, isReverse: false })',
  },
  {
    name: "link-to-parent-always",
    file: "src/items/writing/related-items.ts",
    find: "if (linkToParent === true) addLink(request.tx, item, parent)",
    replace: "addLink(request.tx, item, parent)",
  },
  {
    name: "lookup-not-linked-back",
    file: "src/state/links.ts",
    find: 'if (reverseLink) tx.putIfAbsent("links", back(now))',
    replace: "",
  },
  {
    name: "old-lookup-link-stays",
    file: "src/state/links.ts",
    find: 'tx.remove("links", linkKey(forth(old)))',
    replace: "",
  },
  {
    name: "delete-leaves-links",
    file: "src/items/writing/remove-item.ts",
    find: "for (const link of [...linksFrom(tx, iId), ...linksTo(tx, iId)])",
    replace: "for (const link of [...linksFrom(tx, iId)])",
  },
  {
    name: "keys-appended-not-replaced",
    file: "src/access/keys.ts",
    find: "new Set<AccessKey>(grant.overwrite ? [] : presentKeys)",
    replace: "new Set<AccessKey>(presentKeys)",
  },
  {
    name: "keys-replaced-not-appended",
    file: "src/access/keys.ts",
    find: "new Set<AccessKey>(grant.overwrite ? [] : presentKeys)",
    replace: "new Set<AccessKey>([])",
  },
  {
    name: "action-settings-not-ignored",
    file: "src/access/keys.ts",
    find: "if (!grant.ignoreActionSettings) {",
    replace: "{",
  },
  {
    name: "keys-granted-without-holding",
    file: "src/access/keys.ts",
    find: "if (key !== undefined && actor.accessKeys.has(key)) keys.add(key)",
    replace: "if (key !== undefined) keys.add(key)",
  },
  {
    name: "group-keys-held-upwards",
    file: "src/access/actor.ts",
    find: "for (const group of subtree(view, gId)) {",
    replace: "for (const group of lineage(view, gId)) {",
  },
  {
    name: "group-roles-not-inherited",
    file: "src/access/actor.ts",
    find: "for (const group of lineage(view, membership.gId)) for (const rId",
    replace: "for (const group of lineage(view, membership.gId).slice(0, 1)) for (const rId",
  },
  {
    name: "rev-no-not-raised",
    file: "src/items/writing/put-item.ts",
    find: "return before + 1",
    replace: "return Math.max(before, 1)",
  },
  {
    name: "related-revision-not-checked",
    file: "src/items/writing/related-items.ts",
    find: "if (request.isForceUpdate || specified === before) return",
    replace: "if (request.isForceUpdate || specified <= before + 1) return",
  },
  {
    name: "transaction-not-ensured",
    file: "src/items/writing/write-request.ts",
    find: "if (options.ensureTransaction === true && findings.some(",
    replace: "if (options.ensureTransaction === false && findings.some(",
  },
  {
    name: "rollback-keeps-counters",
    file: "src/engine/storing/writer.ts",
    find: "const result = run(tx)",
    replace: `let result: T
      try {
        result = run(tx)
      } catch (error) {
        this.#state = { ...base, tables: base.tables.put("counters", tx.table("counters") as never, {}) }
        throw error
      }`,
  },
  {
    name: "index-keeps-old-values",
    file: "src/state/reindex.ts",
    find: "for (const key of old) if (!now.includes(key)) index = index.remove(key, id, owner)",
    replace: "",
  },
  {
    name: "status-does-not-move",
    file: "src/items/writing/put-item.ts",
    find: "const statusId = action.setStatus ?? settled.givenStatus ?? before.statusId",
    replace: "const statusId = settled.givenStatus ?? before.statusId",
  },
  {
    name: "status-action-anywhere",
    file: "src/items/writing/run-action.ts",
    find: "requireStatus(datastore, action, target)",
    replace: "",
  },
  {
    name: "mandatory-not-checked",
    file: "src/items/writing/values.ts",
    find: "if (values[fId] !== undefined || failed.includes(fId)) continue",
    replace: "if (values[fId] !== undefined || failed.includes(fId) || !write.isNew) continue",
  },
  {
    name: "unique-within-visible-only",
    file: "src/items/writing/values.ts",
    find: 'return view.ids("itemValues", valueKey(field.fId, value), 2).find((holder) => holder !== iId)',
    replace: 'return view.ids("itemValues", valueKey(field.fId, value), 2)[1]',
  },
  {
    name: "hidden-field-shown",
    file: "src/access/actor.ts",
    find: "!field.hideFromApi && seesField(view, actor, datastore, field)",
    replace: "!field.hideFromApi",
  },
  {
    name: "lookups-three-deep",
    file: "src/items/reading/reading.ts",
    find: "const LOOKUPS_A_DATASTORE = 2",
    replace: "const LOOKUPS_A_DATASTORE = 3",
  },
  {
    name: "not-match-leaves-out-empties",
    file: "src/items/search/compile.ts",
    find: "return { test: matches && ((item) => !matches(item)), shortcuts: [] }",
    replace:
      "return { test: matches && ((item) => !matches(item) && subject.read(item) !== undefined), shortcuts: [] }",
  },
  {
    name: "month-end-off-by-one",
    file: "src/model/calendar/next-exec.ts",
    find: "Math.min(value, getDaysInMonth(month))",
    replace: "Math.min(value, 30)",
  },
  {
    name: "branches-share-a-counter",
    file: "src/model/records/auto-number.ts",
    find: "(branch === null ? fId : `",
    replace: '(branch === null || branch === "" ? fId : `',
  },
  {
    name: "own-history-unread",
    file: "src/items/histories.ts",
    find: "history.uId !== uId && !read.has(history.historyId)",
    replace: "!read.has(history.historyId)",
  },
  {
    name: "group-roles-added-not-replaced",
    file: "src/operations/roles/update-group-roles.ts",
    find: "{ roles: [...new Set(listNamedRoles(tx, principal, input))] }",
    replace: "{ roles: [...new Set([...group.roles, ...listNamedRoles(tx, principal, input)])] }",
  },
  {
    name: "own-key-not-given",
    file: "src/access/keys.ts",
    find: "new Set([actor.user.accessKey, ...groups, ...roles])",
    replace: "new Set([...groups, ...roles])",
  },
  {
    name: "action-open-to-whoever-sees",
    file: "src/access/actor.ts",
    find: "holdsOneOf(view, actor, datastore.pId, action.roles)",
    replace: "holdsOneOf(view, actor, datastore.pId, datastore.roles)",
  },
  {
    name: "group-admins-not-below",
    file: "src/access/actor.ts",
    find: "if (isSv) administeredGroups.add(group.gId)",
    replace: "if (isSv && group.gId === gId) administeredGroups.add(group.gId)",
  },
  {
    name: "selected-users-not-published",
    file: "src/access/keys.ts",
    find: "for (const uId of publishedTo) {",
    replace: "for (const uId of publishedTo.slice(1)) {",
  },
  {
    name: "link-removed-unseen",
    file: "src/operations/links/delete-item-link.ts",
    find: "target.dId === linked.dId && seesItem(actor, target) &&",
    replace: "target.dId === linked.dId &&",
  },
  {
    name: "link-kept-beside-the-new",
    file: "src/operations/links/update-item-link.ts",
    find: "if (!removeLink(tx, item.iId, old.iId)) throw",
    replace: "if (false) throw",
  },
  {
    name: "unlinked-one-way",
    file: "src/items/writing/related-items.ts",
    find: "removeLink(request.tx, item.iId, parent.iId)",
    replace: "",
  },
  {
    name: "linked-items-shown-unseen",
    file: "src/items/reading/reading.ts",
    find: "if (!seesItem(actor, item) || !seesDatastore(view, actor, datastore)) continue",
    replace: "if (!seesDatastore(view, actor, datastore)) continue",
  },
  {
    name: "lookup-of-the-unseen-accepted",
    file: "src/fields/types/dslookup.ts",
    find: "if (target === undefined || (actor !== null && !seesTarget(view, actor, target)))",
    replace: "if (target === undefined)",
  },
  {
    name: "looked-up-unseen",
    file: "src/items/reading/reading.ts",
    find: "if (target === undefined || !seesItem(actor, target)) return undefined",
    replace: "if (target === undefined) return undefined",
  },
  {
    name: "old-lookup-link-back-stays",
    file: "src/state/links.ts",
    find: 'tx.remove("links", linkKey(back(old)))',
    replace: "",
  },
  {
    name: "deleted-item-still-looked-up",
    file: "src/items/writing/remove-item.ts",
    find: "  clearLookups(tx, iId)\n",
    replace: "",
  },
  {
    name: "keys-of-every-workspace",
    file: "src/access/actor.ts",
    find: "const memberships = user.memberships.filter((membership) => membership.wId === wId)",
    replace: "const memberships = user.memberships",
  },
  {
    name: "granted-roles-of-every-workspace",
    file: "src/access/actor.ts",
    find: 'for (const rId of user.roles) if (view.get("roles", rId)?.wId === wId) roles.add(rId)',
    replace: "for (const rId of user.roles) roles.add(rId)",
  },
  {
    name: "leaver-keeps-roles",
    file: "src/access/groups.ts",
    find: 'user.roles = user.roles.filter((rId) => tx.get("roles", rId)?.wId !== wId)',
    replace: "",
  },
  {
    name: "leaver-goes-on-there",
    file: "src/access/groups.ts",
    find: "if (user.currentWId === wId) user.currentWId = firstWorkspace(tx, user.memberships)",
    replace: "",
  },
  {
    name: "joiner-works-nowhere",
    file: "src/access/groups.ts",
    find: "user.currentWId ??= wId",
    replace: "",
  },
  {
    name: "strangers-select-a-workspace",
    file: "src/access/places.ts",
    find: "if (!actor.user.memberships.some((membership) => membership.wId === workspace.wId)) {",
    replace: "if (actor.user.memberships.length === 0) {",
  },
  {
    name: "groups-found-across-workspaces",
    file: "src/access/places.ts",
    find: 'const byId = view.get("groups", reference)\n  if (byId?.wId === actor.wId) return byId',
    replace: 'const byId = view.get("groups", reference)\n  if (byId !== undefined) return byId',
  },
  {
    name: "uploads-shown-to-everybody",
    file: "src/access/find-file.ts",
    find: "if (file.temporary) return file.uId === actor.uId ? file : undefined",
    replace: "if (file.temporary) return file",
  },
  {
    name: "deleted-files-come-back",
    file: "src/model/records/file.ts",
    find: "file.deleted || (file.temporary",
    replace: "(file.temporary",
  },
  {
    name: "file-deletions-not-counted",
    file: "src/operations/files/remove-file.ts",
    find: "revNo: revNo + 1,",
    replace: "revNo,",
  },
  {
    name: "scripts-change-places",
    file: "src/operations/actions/upload-action-script.ts",
    find: 'if (scriptType === "pre") stored.preScript = script',
    replace: 'if (scriptType !== "pre") stored.preScript = script',
  },
  {
    name: "changed-actions-keep-their-roles",
    file: "src/fields/datastores/actions.ts",
    find: "roles: input.roles === undefined ? action.roles : requireRoleList(view, datastore.pId, input.roles)",
    replace: "roles: action.roles",
  },
  {
    name: "faulty-rows-are-imported",
    file: "src/items/importing/item-import.ts",
    find: "if (faults.length > 0) throw new InvalidRow(faults)",
    replace: "",
  },
  {
    name: "imported-for-the-importer-alone",
    file: "src/items/importing/item-import.ts",
    find: "this.#ownKeys = keysOfRun(tx, actor, terms.create)",
    replace: "this.#ownKeys = [actor.user.accessKey]",
  },
  {
    name: "reports-show-hidden-items",
    file: "src/reports/join-rows.ts",
    find: "if (seesItem(actor, item)) items.push(item)",
    replace: "items.push(item)",
  },
  {
    name: "templates-hold-hidden-items",
    file: "src/fixtures/templates/save-application.ts",
    find: "dumpApplicationFor(view, blobs, application, sees)",
    replace: "dumpApplicationFor(view, blobs, application, () => true)",
  },
  {
    name: "pre-scripts-stop-nothing",
    file: "src/items/scripts/pre-script.ts",
    find: 'if (outcome.status === "resolved") return',
    replace: 'if (outcome.status !== "stopped") return',
  },
]
