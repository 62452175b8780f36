/**
 * Writes the last list of docs/from-django.md from differences.json: `npx
 * node test/differences/write-docs.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { differences, listOf } from './differences.ts'

const path = resolve(import.meta.dirname, '../../docs/from-django.md')
const page = readFileSync(path, 'utf8')
const start = page.indexOf('\n### ', page.indexOf('\n## What differs on the wire\n')) + 1
const end = page.indexOf('\n\nRead on: ', start)
writeFileSync(path, `${page.slice(0, start)}${listOf(differences)}${page.slice(end)}`)
