/** Thrown if an upstream server, a recording or a file can't be used. The message is one line without secrets. */
export class UpstreamProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = "UpstreamProblem"
  }
}
