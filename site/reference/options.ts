import type { TypeDocOptions } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'

/** How TypeDoc reads the sources and writes Markdown. */
export const options: Partial<TypeDocOptions & PluginOptions> = {
  plugin: ['typedoc-plugin-markdown'],
  name: 'API',
  readme: 'none',
  // A folder for each subpath and kind, a file for each export: its anchors fit its tables.
  router: 'member',
  // The project has its compiler, TypeScript 7, which checks the types; TypeDoc knows 6 at most.
  skipErrorChecking: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  disableGit: true,
  // Types that no subpath exports are shown where they are used.
  validation: { notExported: false, invalidLink: true, notDocumented: false },
  treatWarningsAsErrors: true,

  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  hideGroupHeadings: true,
  pageTitleTemplates: { index: 'API', module: '{name}', member: '{name}' },
  useCodeBlocks: true,
  expandParameters: true,
  expandObjects: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  enumMembersFormat: 'table',
  propertyMembersFormat: 'table',
  typeDeclarationFormat: 'table',
  tableColumnSettings: { hideSources: true },
}
