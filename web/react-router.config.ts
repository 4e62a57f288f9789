import type { Config } from '@react-router/dev/config'
import { buildWorker } from './build-worker.ts'
import { precompress } from './precompress.ts'

export default {
  ssr: true,
  appDirectory: 'app',
  buildDirectory: 'build',
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ reactRouterConfig: { buildDirectory } }) => {
    await precompress(`${buildDirectory}/client`)
    await buildWorker(buildDirectory)
  },
} satisfies Config
