import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/**
 * Puts the viewer's files beside the built documentation page, so that users of the package need not
 * install the viewer. They are compressed: to a fifth, and that is what most browsers ask for.
 *
 * @param to the folder, which is made.
 */
export async function copyViewer(to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    const bytes = await readFile(join(from, name))
    await writeFile(join(to, `${name}.br`), compress(bytes))
  }
  for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
    await copyFile(join(from, name), join(to, name))
  }
}

function compress(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}
