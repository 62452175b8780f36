#!/usr/bin/env node
// A file that is there before the package is built, so that npm can link the command.
import './dist/cli/main.js'
