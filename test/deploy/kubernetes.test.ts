import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { parseAllDocuments } from "yaml"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"

const PAGE = readFileSync(new URL("../../docs/how-to/kubernetes.md", import.meta.url), "utf8")
const [, manifest = ""] = /<!-- kubernetes -->\n\n```yaml\n(.*?)```/s.exec(PAGE) ?? []
// biome-ignore lint/suspicious/noExplicitAny: a manifest of Kubernetes
const [deployment, service]: any[] = parseAllDocuments(manifest).map((document) => document.toJS())
const { spec } = deployment.spec.template
const [container] = spec.containers

describe("docs/how-to/kubernetes.md", () => {
  test("the service finds the pods, and leads to the server's port", () => {
    expect(deployment.spec.selector.matchLabels).toEqual(service.spec.selector)
    expect(deployment.spec.template.metadata.labels).toEqual(service.spec.selector)
    const [{ port, targetPort }] = service.spec.ports
    expect([port, targetPort]).toEqual([7575, container.ports[0].name])
  })

  test.each(["startupProbe", "readinessProbe", "livenessProbe"])(
    "%s is answered as the kubelet sends it",
    async (name) => {
      const { path, port } = container[name].httpGet
      expect(port).toBe(container.ports[0].name)
      const app = createApp({ world: await createWorld() })
      const incoming = { socket: { remoteAddress: "10.1.2.3" } }
      const request = new Request(`http://10.244.0.17:7575${path}`, { headers: { host: "10.244.0.17:7575" } })
      const response = await app.request(request, undefined, { incoming } as never)
      expect([response.status, await response.json()]).toEqual([200, { status: "ok" }])
    },
  )

  test("there is time for preStop, running requests and pending mails before the pod is killed", () => {
    const [, seconds] = container.lifecycle.preStop.exec.command
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(seconds) + 5 + 5)
  })
})
