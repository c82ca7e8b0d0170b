# The emulator as an image: `docker build -t hexarium .`, and how to use it in docs/docker.md.
# test/deploy/image/try-image.mjs runs these steps without Docker; it knows FROM node:N-slim, WORKDIR, COPY, RUN, ENV, USER and what follows below.

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
# Nothing is written: neither V8's code cache nor anything else. Links lead to where `-p 7575:7575` puts it.
ENV NODE_ENV=production HEXARIUM_CACHE= HEXARIUM_HOST=0.0.0.0 HEXARIUM_PUBLIC_URL=http://localhost:7575
# The C library gives back what a load has taken (docs/security.md); a process can't ask that of itself.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
COPY --from=install /app /app
WORKDIR /fixtures
USER 10001:10001
EXPOSE 7575
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 CMD ["node", "/app/node_modules/hexarium/dist/cli.js", "status", "--url", "http://127.0.0.1:7575"]
# Exec form: the server is process 1 itself and gets the signals.
ENTRYPOINT ["node", "/app/node_modules/hexarium/dist/cli.js"]
CMD ["start"]
