/** Writes the reference of the API, a page for each export, from the types and their doc comments. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Application, Converter, DeclarationReflection, ReflectionKind } from 'typedoc'
import { MarkdownPageEvent } from 'typedoc-plugin-markdown'
import { generatedFolder } from '../sources/pages.ts'
import { fileUrl, root, subpaths } from '../sources/repository.ts'
import { groupsOf } from './groups.ts'
import { indexPage } from './index-page.ts'
import { options } from './options.ts'
import { withOrigin } from './origin.ts'

const out = join(root, generatedFolder, 'api')
const groups = groupsOf()

const app = await Application.bootstrapWithPlugins({
  ...options,
  entryPoints: subpaths.map(({ source }) => join(root, source)),
  tsconfig: join(root, 'tsconfig.json'),
  basePath: root,
  sourceLinkTemplate: `${fileUrl('packages').replace('/tree/', '/blob/')}/{path}#L{line}`,
  outputs: [{ name: 'markdown', path: out }],
})

app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const module of project.children ?? []) {
    const source = module.sources?.[0]?.fileName
    const subpath = subpaths.find((each) => each.source === source)
    if (subpath === undefined) throw new Error(`${module.name} is no subpath of the package.`)
    module.name = subpath.name
  }
})

app.renderer.on(MarkdownPageEvent.END, (page) => {
  const { model } = page
  if (!(model instanceof DeclarationReflection)) return
  page.contents = model.kindOf(ReflectionKind.Module)
    ? indexPage(model, groups, (each) => app.renderer.router?.getFullUrl(each) ?? '')
    : withOrigin(model, page, groups)
})

const project = await app.convert()
if (project === undefined) throw new Error('TypeDoc could not read the sources.')
rmSync(out, { recursive: true, force: true })
await app.generateOutputs(project)
