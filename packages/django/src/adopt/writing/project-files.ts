import type { Dialect } from '../inspect/schema.ts'

/** `package.json`. */
export const packageFile = (
  name: string,
  version: string,
  dialect: Dialect,
  { usesJwt, usesBcrypt }: { readonly usesJwt: boolean; readonly usesBcrypt: boolean },
): string =>
  `${JSON.stringify(
    {
      name,
      version: '0.0.0',
      private: true,
      type: 'module',
      engines: { node: '>=24.14.1' },
      scripts: {
        start: 'node src/main.ts',
        dev: 'node --watch-path=src src/main.ts',
        test: 'node --test "test/**/*.test.ts"',
        types: 'tsc',
      },
      dependencies: Object.fromEntries(
        Object.entries({
          // Packages of Turnpike have one version.
          turnpike: version,
          '@turnpike/django': version,
          '@turnpike/sql': version,
          kysely: '~0.29.9',
          zod: '^4.6.7',
          ...drivers[dialect],
          ...(usesJwt && { jose: '^6.2.17' }),
          ...(usesBcrypt && { bcrypt: '^6.0.0' }),
        }).toSorted(([one], [other]) => Number(one > other) - Number(one < other)),
      ),
      devDependencies: {
        '@turnpike/testing': version,
        ...driverTypes[dialect],
        '@types/node': '^24.19.2',
        node: '^24.21.0',
        typescript: '^7.0.2',
      },
      // npm asks about scripts of packages: that of `node` chooses its binary.
      allowScripts: {
        node: true,
        ...(dialect === 'sqlite' && { 'better-sqlite3': false }),
        ...(usesBcrypt && { bcrypt: false }),
      },
    },
    null,
    2,
  )}\n`

const drivers: Record<Dialect, Record<string, string>> = {
  sqlite: { 'better-sqlite3': '^13.2.0' },
  postgres: { pg: '^8.23.1' },
  mysql: { mysql2: '^3.24.6' },
}

const driverTypes: Record<Dialect, Record<string, string>> = {
  sqlite: { '@types/better-sqlite3': '^9.6.0' },
  postgres: { '@types/pg': '^8.23.1' },
  mysql: {},
}

export const tsconfigFile = `{
  "compilerOptions": {
    "target": "es2024",
    "lib": ["es2024", "esnext.disposable"],
    "module": "nodenext",
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "erasableSyntaxOnly": true,
    "verbatimModuleSyntax": true,
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "noUnusedLocals": true,
    "skipLibCheck": true,
    "types": ["node"]
  },
  "include": ["src", "test"]
}
`

export const gitignoreFile = `node_modules/
.env
`
