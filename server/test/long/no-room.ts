// Preloaded (`--import`) where no disk can be mounted: simulates a full disk while the file NO_ROOM exists. Its content
// says where: `statfs` reports little space, `write` fails with ENOSPC.
import { existsSync, readFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const mark = process.env.NO_ROOM ?? ''
const is = (when: string) => existsSync(mark) && readFileSync(mark, 'utf8') === when
const { statfs, writeFile } = promises

Object.assign(promises, {
  async statfs(path: string) {
    const stats = await statfs(path)
    return is('statfs') ? { ...stats, bavail: 1 } : stats
  },
  async writeFile(...args: Parameters<typeof writeFile>) {
    if (!is('write')) return writeFile(...args)
    // Like a real disk: writes what fits.
    await writeFile(args[0], 'x')
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  },
})
syncBuiltinESMExports()
