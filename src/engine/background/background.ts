import type { PendingJob, PendingWork } from "../../model/records/index.ts"

/** Records a world's jobs outside this process, so that another process can run them if this process ends early. */
export interface JobLog {
  nextKey(): string
  /** Reserves a mail delivery, which any process may run. Resolves to false if another process has reserved it. */
  claim(key: string): Promise<boolean>
  /** Removes the record of a job that is done or no longer needed. */
  complete(key: string): void
}

/** Runs jobs that continue after the response: scripts that are not awaited, webhooks, mail deliveries and auto links. */
export class Background {
  /** Undefined if jobs are not recorded outside this process. */
  jobLog: JobLog | undefined
  readonly #running = new Set<Promise<unknown>>()

  /** Registers a promise for which `idle` waits. Ignores its rejection, because each job reports its own failures. */
  add(work: Promise<unknown>): void {
    const settled = work.catch(() => {}).finally(() => this.#running.delete(settled))
    this.#running.add(settled)
  }

  makeJobs(work: readonly PendingWork[]): PendingJob[] {
    const { jobLog } = this
    return jobLog === undefined ? [] : work.map((each) => ({ key: jobLog.nextKey(), work: each }))
  }

  complete(job: PendingJob | undefined): void {
    if (job !== undefined) this.jobLog?.complete(job.key)
  }

  /** Resolves when all registered promises have settled, including those registered during the wait. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
