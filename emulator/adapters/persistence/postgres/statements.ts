import type { Statement } from "./connection.ts"
import { META, type TableNames } from "./tables.ts"

/** Returns the prepared statements. Their SQL is plain, so that other databases with PostgreSQL's protocol support it. */
export function statementsOf({ meta, worlds, changes, pages, snapshots, blobs, leads, replicas, owed }: TableNames) {
  const WORLD = `world, name, parent, parent_version, origin_root, origin_at, made_of, version, root, root_version, created_at`
  /**
   * Updates a world if its version is `$2`, and if its newest change has the check sum `$4`. If one of the sums is unknown, the version
   * suffices. Of two concurrent writers, the second one waits and then updates no row.
   */
  const moved = (set: string) =>
    `UPDATE ${worlds} SET ${set} WHERE world = $1 AND version = $2 AND deleted_at IS NULL
      AND coalesce((SELECT c.sum FROM ${changes} AS c WHERE c.world = $1 AND c.sequence = $2) = $4::bigint, true) RETURNING world`
  const newestSum = `(SELECT c.sum FROM ${changes} AS c WHERE c.world = w.world AND c.sequence = w.version) AS sum`
  const insertLists = `INSERT INTO ${changes} (world, sequence, at, actor, operation, body, sum)
      SELECT moved.world, c.sequence, c.at, c.actor, c.operation, c.body::json, c.sum
      FROM moved, unnest($5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[]) AS c (sequence, at, actor, operation, body, sum)`
  const statements = nameStatements({
    worlds: `SELECT ${WORLD} FROM ${worlds} WHERE deleted_at IS NULL ORDER BY world`,
    worldByToken: `SELECT ${WORLD} FROM ${worlds} WHERE token = $1`,
    makeWorld: `INSERT INTO ${worlds} (name, parent, parent_version, origin_root, origin_at, made_of, version, root, root_version, created_at, token)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (name) WHERE deleted_at IS NULL DO NOTHING RETURNING world`,
    deleteWorld: `UPDATE ${worlds} SET deleted_at = $2 WHERE world = $1 AND deleted_at IS NULL`,
    deleteJobsOf: `DELETE FROM ${owed} WHERE world = $1`,
    deleteSnapshotsOf: `DELETE FROM ${snapshots} WHERE world = $1`,

    append: `WITH moved AS (${moved("version = version + $3")}) ${insertLists}`,
    appendWithJobs: `WITH moved AS (${moved("version = version + $3")}), noted AS (
        INSERT INTO ${owed} (world, key, replica, body) SELECT moved.world, o.key, o.replica, o.body
        FROM moved, unnest($11::text[], $12::text[], $13::text[]) AS o (key, replica, body)) ${insertLists}`,
    replace: `WITH moved AS (${moved("version = version + 1, root = $3, root_version = version + 1")})
      INSERT INTO ${changes} (world, sequence, at, actor, operation, body, sum)
      SELECT moved.world, $5::bigint, $6::text, $7::text, $8::text, $9::text::json, $10::bigint FROM moved`,
    setOrigin: `UPDATE ${worlds} SET origin_root = $2, origin_at = $3, made_of = $4 WHERE world = $1`,
    bodyAt: `SELECT body::text AS body FROM ${changes} WHERE world = $1 AND sequence = $2`,
    isThere: `SELECT version FROM ${worlds} WHERE world = $1 AND deleted_at IS NULL`,
    changesAfter: `SELECT sequence, at, actor, operation, body::text AS body, sum FROM ${changes}
      WHERE world = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
    versions: `SELECT world, version FROM ${worlds} WHERE deleted_at IS NULL`,
    heads: `SELECT w.world, w.version, ${newestSum} FROM ${worlds} AS w WHERE w.deleted_at IS NULL`,
    /** Selects the newest changes of all worlds. World 0 stands for the change counter of the list of worlds and snapshots. */
    news: `SELECT w.world, w.version, ${newestSum} FROM ${worlds} AS w WHERE w.deleted_at IS NULL
      UNION ALL SELECT 0, CAST(value AS bigint), CAST(NULL AS bigint) FROM ${meta} WHERE key = '${META.catalog}'`,
    touchCatalog: `UPDATE ${meta} SET value = CAST(CAST(value AS bigint) + 1 AS text) WHERE key = '${META.catalog}'`,

    makeSecret: `INSERT INTO ${meta} (key, value) VALUES ('secret', $1) ON CONFLICT (key) DO NOTHING`,
    lastWorld: `SELECT coalesce(max(world), 0) AS n FROM ${worlds}`,
    meta: `SELECT value FROM ${meta} WHERE key = $1`,

    /** Acquires a shared lock while references to pages are written. `dropPages` waits until these locks are released. */
    holdPages: `SELECT key FROM ${meta} WHERE key = '${META.drop}' FOR SHARE`,
    lockPages: `SELECT key FROM ${meta} WHERE key = '${META.drop}' FOR UPDATE`,
    putPages: `INSERT INTO ${pages} (id, body) SELECT p.id, p.body::json FROM unnest($1::text[], $2::text[]) AS p (id, body)
      ON CONFLICT (id) DO NOTHING`,
    pages: `SELECT id, body::text AS body FROM ${pages} WHERE id = ANY($1::text[])`,
    countPages: `SELECT count(*) AS n FROM ${pages} WHERE id = ANY($1::text[])`,
    pageIds: `SELECT id FROM ${pages}`,
    dropPages: `DELETE FROM ${pages} WHERE id = ANY($1::text[])`,
    roots: `SELECT root FROM ${worlds} WHERE deleted_at IS NULL UNION SELECT origin_root FROM ${worlds} WHERE deleted_at IS NULL
      UNION SELECT root FROM ${snapshots}`,
    setRoot: `UPDATE ${worlds} SET root = $3, root_version = $2, version = GREATEST(version, $2)
      WHERE world = $1 AND root_version <= $2 AND deleted_at IS NULL`,

    snapshots: `SELECT name, version, root, at, hash FROM ${snapshots} WHERE world = $1 ORDER BY made`,
    allSnapshots: `SELECT world, name, version, root, at, hash FROM ${snapshots} ORDER BY world, made`,
    putSnapshot: `INSERT INTO ${snapshots} (world, name, version, root, at, hash, made)
      SELECT $1, $2, $3, $4, $5, $6, coalesce(max(made), 0) + 1 FROM ${snapshots} WHERE world = $1`,
    deleteSnapshot: `DELETE FROM ${snapshots} WHERE world = $1 AND name = $2`,

    putBlob: `INSERT INTO ${blobs} (sha256, size, content_type, bytes, put_at) VALUES ($1, $2, $3, $4, clock_timestamp())
      ON CONFLICT (sha256) DO UPDATE SET put_at = clock_timestamp()`,
    touchBlobs: `UPDATE ${blobs} SET put_at = clock_timestamp() WHERE sha256 = ANY($1::text[])`,
    blobs: `SELECT sha256, content_type, bytes FROM ${blobs} WHERE sha256 = ANY($1::text[])`,
    blobKeys: `SELECT sha256 FROM ${blobs}`,
    instant: "SELECT CAST(clock_timestamp() AS text) AS at",
    /** Deletes unlisted blobs, except those that were written or referred to after the given time. */
    dropBlobs: `DELETE FROM ${blobs} WHERE NOT sha256 = ANY($1::text[]) AND put_at < CAST($2 AS timestamptz)`,

    dropChanges: `DELETE FROM ${changes} WHERE world = $1 AND sequence <= $2`,
    deletedWorlds: `SELECT world FROM ${worlds} WHERE deleted_at IS NOT NULL`,
    dropChangesOf: `DELETE FROM ${changes} WHERE world = $1`,
    /** Inserts a temporary row. It belongs to world 0, which does not exist. */
    putProbe: `INSERT INTO ${changes} (world, sequence, at, operation, body) VALUES (0, $1, '', '', $2::text::json)`,
    dropProbe: `DELETE FROM ${changes} WHERE world = 0 AND sequence = $1`,
    sizes: `SELECT (SELECT count(*) FROM ${changes}) AS changes, (SELECT count(*) FROM ${pages}) AS pages,
      (SELECT count(*) FROM ${blobs}) AS blobs, (SELECT coalesce(sum(size), 0) FROM ${blobs}) AS blob_bytes`,
    bytes: `SELECT ${[meta, worlds, changes, pages, snapshots, blobs].map((name) => `pg_total_relation_size('${name.replaceAll("'", "''")}')`).join(" + ")} AS bytes`,

    lead: `INSERT INTO ${leads} AS held (world, replica, until) VALUES ($1, $2, now() + $3 * interval '1 millisecond')
      ON CONFLICT (world) DO UPDATE SET replica = excluded.replica, until = excluded.until
      WHERE held.replica = excluded.replica OR held.until <= now() RETURNING held.world`,
    leaveLeads: `DELETE FROM ${leads} WHERE replica = $1`,
    leaveReplicas: `DELETE FROM ${replicas} WHERE id = $1 OR until < now() - interval '1 day'`,
    beat: `INSERT INTO ${replicas} (id, since, body, until) VALUES ($1, $2, $3, now() + $4 * interval '1 millisecond')
      ON CONFLICT (id) DO UPDATE SET body = excluded.body, until = excluded.until`,
    replicas: `SELECT id, since, body FROM ${replicas} WHERE until > now() ORDER BY since, id`,
    unclaimedJobs: `SELECT world, key, replica, body FROM ${owed} AS o WHERE replica IS NULL
      OR NOT EXISTS (SELECT 1 FROM ${replicas} AS r WHERE r.id = o.replica AND r.until > now()) ORDER BY noted`,
    claim: `UPDATE ${owed} SET replica = $3 WHERE world = $1 AND key = $2 AND replica IS NULL`,
    holder: `SELECT replica FROM ${owed} WHERE world = $1 AND key = $2`,
    completeJobs: `DELETE FROM ${owed} WHERE world = $1 AND key = ANY($2::text[]) RETURNING key`,
    notify: "SELECT pg_notify($1, $2)",
  })
  return {
    ...statements,
    /** Appends a fixed number of changes, each as six separate parameters, which need no quoting. `append` takes arrays instead. */
    appendEach: (count: number): Statement => {
      const rows = Array.from({ length: count }, (_, row) => {
        const [sequence, at, actor, operation, body, sum] = [0, 1, 2, 3, 4, 5].map(
          (column) => `$${5 + row * 6 + column}`,
        )
        return `(${sequence}::bigint, ${at}::text, ${actor}::text, ${operation}::text, ${body}::json, ${sum}::bigint)`
      })
      return {
        name: `append${count}`,
        text: `WITH moved AS (${moved("version = version + $3")}) INSERT INTO ${changes} (world, sequence, at, actor, operation, body, sum) SELECT moved.world, c.sequence, c.at, c.actor, c.operation, c.body, c.sum FROM moved, (VALUES ${rows.join(", ")}) AS c (sequence, at, actor, operation, body, sum)`,
      }
    },
  }
}

export type Statements = ReturnType<typeof statementsOf>

function nameStatements<T extends Readonly<Record<string, string>>>(texts: T): Readonly<Record<keyof T, Statement>> {
  const entries = Object.entries(texts).map(([name, text]) => [name, { name, text: text.replaceAll(/\s+/g, " ") }])
  return Object.fromEntries(entries) as Record<keyof T, Statement>
}
