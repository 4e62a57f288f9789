// Loaded before the program (`--import`) where no small disk may be mounted: its files meet a full disk while NO_ROOM names a
// file that is there. What stands in it says when: `statfs`, the system tells that little is left; `write`, there is none.
import { existsSync, readFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const mark = process.env.NO_ROOM ?? ''
const is = (when: string) => existsSync(mark) && readFileSync(mark, 'utf8') === when
const { statfs, writeFile } = promises

Object.assign(promises, {
  async statfs(path: string) {
    const told = await statfs(path)
    return is('statfs') ? { ...told, bavail: 1 } : told
  },
  async writeFile(...args: Parameters<typeof writeFile>) {
    if (!is('write')) return writeFile(...args)
    // As a disk does it: what there is room for is written.
    await writeFile(args[0], 'x')
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  },
})
syncBuiltinESMExports()
