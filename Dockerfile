# The turnpike command with what it needs to run, and nothing to build with.
#   docker build -t turnpike .
#   docker run -p 8000:8000 -v turnpike:/data turnpike serve --migrate

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# No package needs a script here: better-sqlite3 brings its binaries along.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY tools tools
RUN npm run build
# The libraries that the service uses beside Turnpike, as they are tested with. An application with an ORM has an image
# of its own: docs/drizzle.md, docs/prisma.md.
RUN npm install --ignore-scripts --save-prod $(node -p "const { peerDependencies, devDependencies } = \
    require('./package.json'); Object.keys(peerDependencies).filter((name) => !/drizzle|prisma/.test(name)) \
    .map((name) => name + '@' + devDependencies[name]).join(' ')") \
  && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
# MiB of young objects, times two; Node's default of up to 64 only delays their collection.
ENV NODE_OPTIONS=--max-semi-space-size=8
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATABASE_URL=sqlite:/data/turnpike.db
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8000
# Of the process alone: whether it wants requests is what /readyz says, to the load balancer.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli/main.js"]
CMD ["serve"]
