/**
 * Writes the table of docs/from-django.md from differences.json: `node
 * test/differences/write-docs.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { differences, tableOf } from './differences.ts'

const path = resolve(import.meta.dirname, '../../docs/from-django.md')
const page = readFileSync(path, 'utf8')
const heading = '\n## What differs on the wire\n'
const start = page.indexOf('\n|', page.indexOf(heading)) + 1
const end = page.slice(start).search(/\n(?!\|)/)
writeFileSync(path, page.slice(0, start) + tableOf(differences) + page.slice(start + end))
