/** Sends a request in every way that a page can without a preflight request. Returns what the page could read. */
async function attackFrom(url, method, path) {
  const read = []
  const address = url + path
  const isGet = method === "GET"
  const content = '{"name":"stolen"}'
  const body = isGet ? undefined : content
  const note = async (way, init) => {
    try {
      const text = await (await fetch(address, { ...init, signal: AbortSignal.timeout(2000) })).text()
      if (text !== "") read.push(`${way}: ${text.slice(0, 200)}`)
    } catch {}
  }
  const headers = { "x-hexarium": "1", "content-type": "application/json" }
  await Promise.all([
    note("fetch", { method, body, credentials: "include" }),
    note("fetch with headers", { method, body, headers }),
    note("no-cors", { method: isGet ? "GET" : "POST", body, mode: "no-cors" }),
  ])
  navigator.sendBeacon(address, new Blob([content], { type: "text/plain" }))
  const seen = (element, add) =>
    new Promise((resolve) => {
      element.addEventListener("load", resolve, { once: true })
      element.addEventListener("error", resolve, { once: true })
      setTimeout(resolve, 100)
      add()
    })
  const frame = Object.assign(document.createElement("iframe"), { name: "frame" })
  if (isGet) {
    const script = Object.assign(document.createElement("script"), { src: address })
    const image = Object.assign(new Image(), { src: address })
    frame.src = address
    await Promise.all([script, image, frame].map((one) => seen(one, () => document.body.append(one))))
    if (image.naturalWidth > 0) read.push("image")
  } else {
    document.body.append(frame)
    for (const enctype of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const form = document.createElement("form")
      Object.assign(form, { action: address, method: "post", enctype, target: "frame" })
      form.append(Object.assign(document.createElement("input"), { name: '{"name":"', value: 'stolen"}' }))
      document.body.append(form)
      await seen(frame, () => form.submit())
    }
  }
  try {
    const text = frame.contentDocument?.body.textContent
    if (text) read.push(`frame: ${text.slice(0, 200)}`)
  } catch {}
  document.body.replaceChildren()
  return read
}
globalThis.attackFrom = attackFrom
