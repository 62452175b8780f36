# The turnpike command with what it needs to run, and nothing to build with.
#   docker build -t turnpike .
#   docker run -p 8000:8000 -v turnpike:/data turnpike serve --migrate

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json tsconfig.base.json ./
COPY packages packages
COPY test/support/package.json test/support/
COPY tools tools
# No package needs a script here: better-sqlite3 brings its binaries along.
RUN npm ci --ignore-scripts
# The packages that a service may need, and their libraries as they are tested with. An application with an ORM has an
# image of its own: docs/drizzle.md, docs/prisma.md.
RUN node tools/pack.ts /packed @turnpike/service @turnpike/django @turnpike/jwt @turnpike/redis @turnpike/replay
WORKDIR /app
RUN npm init --yes > /dev/null && npm install --ignore-scripts /packed/*.tgz $(node -p "const { devDependencies } = \
    require('/build/package.json'); ['bcrypt', 'better-sqlite3', 'jose', 'kysely', 'mysql2', 'pg', 'redis', 'zod'] \
    .map((name) => name + '@' + devDependencies[name]).join(' ')")

FROM node:24-slim
# MiB of young objects, times two; Node's default of up to 64 only delays their collection.
ENV NODE_OPTIONS=--max-semi-space-size=8
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATABASE_URL=sqlite:/data/turnpike.db
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8000
# Of the process alone: whether it wants requests is what /readyz says, to the load balancer.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/@turnpike/service/turnpike.js"]
CMD ["serve"]
