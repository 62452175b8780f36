import { satteri } from '@astrojs/markdown-satteri'
import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
import { checkedSite } from './checks/integration.ts'
import { readPages } from './sources/pages.ts'
import { description, repositoryUrl, root } from './sources/repository.ts'
import { sidebar } from './sources/sidebar.ts'
import { base } from './sources/versions.ts'

process.env.SOURCE_ROOT = root

const site = process.env.SITE_URL || 'https://turnpike-api.github.io'

export default defineConfig({
  site,
  base,
  outDir: process.env.SITE_OUT || './dist',
  // Builds that run beside each other keep apart what they cache.
  ...(process.env.SITE_OUT && { cacheDir: `${process.env.SITE_OUT}/../cache` }),
  trailingSlash: 'always',
  image: { service: passthroughImageService() },
  // The text is as its authors wrote it, with the quotation marks that they chose.
  markdown: { processor: satteri({ features: { smartPunctuation: false } }) },
  integrations: [
    starlight({
      title: 'Turnpike',
      description,
      favicon: '/favicon.svg',
      logo: { src: './src/logo.svg' },
      customCss: ['./src/styles/turnpike.css'],
      routeMiddleware: './src/route.ts',
      components: {
        LanguageSelect: './src/components/VersionSelect.astro',
        PageTitle: './src/components/PageTitle.astro',
      },
      social: [{ icon: 'github', label: 'GitHub', href: repositoryUrl }],
      head: [
        {
          tag: 'meta',
          attrs: { property: 'og:image', content: new URL(`${base}social.png`, site).href },
        },
      ],
      sidebar: sidebar(readPages()),
      // Chapters before the short pages of exports that have the word in their names.
      pagefind: { ranking: { termFrequency: 1, pageLength: 0.05, metaWeights: { title: 0 } } },
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      markdown: { processedDirs: [root] },
      expressiveCode: {
        themes: ['github-dark-default', 'github-light-default'],
        // No pictures of windows; a file's name stands above its code.
        defaultProps: { overridesByLang: { 'sh,bash,console,text': { frame: 'none' } } },
        styleOverrides: {
          borderColor: 'var(--line)',
          borderRadius: '0.4rem',
          codeBackground: 'var(--code)',
          codeFontFamily: 'var(--sl-font-mono)',
          codeFontSize: '0.8125rem',
          codeLineHeight: '1.6',
          frames: {
            frameBoxShadowCssValue: 'none',
            editorBackground: 'var(--code)',
            editorTabBarBackground: 'var(--sl-color-bg-nav)',
            editorActiveTabBackground: 'var(--code)',
            editorActiveTabIndicatorTopColor: 'transparent',
            editorActiveTabIndicatorBottomColor: 'var(--sl-color-accent)',
          },
        },
      },
    }),
    checkedSite(),
  ],
})
