# The emulator as an image: `docker build -t hexarium .`. docs/docker.md describes how to use it.
# test/deploy/image/try-image.mjs runs these steps without Docker. It supports only the instructions of this file.

FROM node:24-slim AS package
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund --loglevel=error
COPY . .
RUN node scripts/build.mjs
RUN node scripts/pack.mjs

FROM node:24-slim AS install
WORKDIR /app
COPY --from=package /build/.cache/pack/hexarium.tgz ./
RUN npm install --no-audit --no-fund --no-package-lock --loglevel=error ./hexarium.tgz && rm hexarium.tgz

FROM node:24-slim
# An empty cache folder turns V8's code cache off, so that the server writes no files. Links lead to the port of `-p 7575:7575`.
ENV NODE_ENV=production HEXARIUM_CACHE= HEXARIUM_HOST=0.0.0.0 HEXARIUM_PUBLIC_URL=http://localhost:7575
# With these variables, the C library returns memory to the system after a load (docs/security.md).
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
COPY --from=install /app /app
WORKDIR /fixtures
USER 10001:10001
EXPOSE 7575
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 CMD ["node", "/app/node_modules/hexarium/dist/cli.js", "status", "--url", "http://127.0.0.1:7575"]
# The exec form makes the server process 1, which receives the signals.
ENTRYPOINT ["node", "/app/node_modules/hexarium/dist/cli.js"]
CMD ["start"]
