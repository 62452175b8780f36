import { fingerprint } from '../../caching/fingerprint.ts'
import { memoizeByIdentity } from '../../caching/memoize.ts'
import { docsScript } from './docs-script.ts'
import { docsStylesheet } from './docs-stylesheet.ts'

/** One file that the page loads. */
export interface Asset {
  /** The file name with its fingerprint: `swagger-ui-bundle.3f9aQ1xK….js`. */
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
  readonly fingerprint: string
  /** The bytes with the best Brotli compression, prepared by the build; null without it. */
  readonly brotli: Uint8Array | null
}

export interface Assets {
  readonly viewerScript: Asset
  readonly viewerStyle: Asset
  readonly script: Asset
  readonly style: Asset
}

let loaded: Promise<Assets> | undefined

/**
 * The files of the page, read on first use.
 *
 * @throws Error when the viewer's files are missing.
 */
export function loadAssets(): Promise<Assets> {
  loaded ??= load()
  loaded.catch(() => {
    loaded = undefined
  })
  return loaded
}

/** The bytes in an encoding that the client accepts. */
export async function encoded(
  asset: Asset,
  accepted: string,
): Promise<{ encoding: 'br' | 'gzip' | null; bytes: Uint8Array }> {
  if (asset.brotli !== null && accepts(accepted, 'br')) {
    return { encoding: 'br', bytes: asset.brotli }
  }
  if (!accepts(accepted, 'gzip')) return { encoding: null, bytes: asset.bytes }
  return { encoding: 'gzip', bytes: await gzipped(asset) }
}

/** Browsers accept Brotli only over https; gzip is fast enough to compress on first use. */
const gzipped = memoizeByIdentity(({ bytes }: Asset) => gzip(bytes))

async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Whether an encoding is listed and not excluded (RFC 9110 §12.5.3). */
const accepts = (accepted: string, coding: string): boolean =>
  accepted.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return name === coding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })

async function load(): Promise<Assets> {
  const folder = await viewerFolder()
  const [viewerScript, viewerStyle] = await Promise.all([
    readAsset(folder, 'swagger-ui-bundle', 'js'),
    readAsset(folder, 'swagger-ui', 'css'),
  ])
  const utf8 = new TextEncoder()
  return {
    viewerScript,
    viewerStyle,
    script: await asset('docs', 'js', utf8.encode(docsScript), null),
    style: await asset('docs', 'css', utf8.encode(docsStylesheet), null),
  }
}

/** The package has only the compressed file, that of the viewer only the plain one. */
async function readAsset(folder: URL, name: string, extension: Extension): Promise<Asset> {
  const [{ readFile }, { brotliDecompressSync }] = await Promise.all([
    import('node:fs/promises'),
    import('node:zlib'),
  ])
  const brotli = await readFile(new URL(`${name}.${extension}.br`, folder)).catch(() => null)
  const bytes =
    brotli === null
      ? await readFile(new URL(`${name}.${extension}`, folder))
      : brotliDecompressSync(brotli)
  return asset(name, extension, bytes, brotli)
}

type Extension = 'js' | 'css'

const contentTypes: Record<Extension, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

async function asset(
  name: string,
  extension: Extension,
  bytes: Uint8Array,
  brotli: Uint8Array | null,
): Promise<Asset> {
  const print = await fingerprint(bytes)
  return {
    name: `${name}.${print}.${extension}`,
    contentType: contentTypes[extension],
    bytes,
    fingerprint: print,
    brotli,
  }
}

/** The folder made by the package's build, otherwise the viewer's own package. */
async function viewerFolder(): Promise<URL> {
  const [{ existsSync }, { createRequire }, { pathToFileURL }] = await Promise.all([
    import('node:fs'),
    import('node:module'),
    import('node:url'),
  ])
  const { resolve } = createRequire(import.meta.url)
  const folderOf = (name: string) => new URL('./', pathToFileURL(resolve(`${name}/package.json`)))
  try {
    const built = new URL('dist/openapi/viewer/', folderOf('turnpike'))
    return existsSync(new URL('swagger-ui.css.br', built)) ? built : folderOf('swagger-ui-dist')
  } catch (cause) {
    throw new Error('The files of the documentation page are missing: run npm run build.', {
      cause,
    })
  }
}
