import { buttonStyle } from '../../pages/styles/buttons.ts'
import { frameStyle } from '../../pages/styles/frame.ts'
import { paletteStyle } from '../../pages/styles/palette.ts'

/**
 * The style of the documentation page: its frame, and the viewer in the colours and fonts of the
 * other pages. The viewer's own rules are specific, so the rules here select its element by id.
 */
export const docsStylesheet = `${paletteStyle}${frameStyle}${buttonStyle('.banner ')}:root {
  --get: #17607a;
  --post: #1f6b3e;
  --put: #8f4700;
  --patch: #6b4fa0;
  --delete: #a3342a;
  --on-method: #fff;
  --code: #1b2125;
}
@media (prefers-color-scheme: dark) {
  :root {
    --get: #85c9e2;
    --post: #7fcf9b;
    --put: #efbb83;
    --patch: #c3aeea;
    --delete: #f0988d;
    --on-method: #14191c;
    --code: #0f1316;
  }
}
html { scroll-padding-block: 1rem; }
html.dark-mode { background: var(--paper); }
#viewer .swagger-ui :focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
  border-radius: 4px;
}
.banner, .banner * { box-sizing: border-box; }
.banner :is(p, ul) { margin: 0; padding: 0; list-style: none; }
noscript { display: block; padding: 2.25rem var(--side); }

#viewer .swagger-ui, html.dark-mode #viewer .swagger-ui { background: none; color: var(--ink); }
#viewer .swagger-ui, #viewer .swagger-ui :is(p, h1, h2, h3, h4, h5, label, button, select, td, th, a, div, span, small, b, i, li) {
  font-family: var(--sans);
}
#viewer .swagger-ui :is(code, code *, pre, pre *, textarea, .opblock-summary-path, .opblock-summary-path *,
  .parameter__name, .parameter__type, .parameter__in, .json-schema-2020-12__title, .microlight, .microlight *) {
  font-family: var(--mono);
}
#viewer .swagger-ui .wrapper { max-width: none; padding: 0 var(--side); }
#viewer .swagger-ui .information-container { padding-block: 2.25rem .5rem; }
#viewer .swagger-ui .info { margin: 0; }
#viewer .swagger-ui .info .title { color: var(--ink); font-size: 1.9rem; line-height: 1.2; letter-spacing: -.015em; }
#viewer .swagger-ui .info .title small { top: -.35rem; border-radius: 4px; background: var(--raised); }
#viewer .swagger-ui .info .title small pre { color: var(--soft); font-family: var(--mono); }
#viewer .swagger-ui .info hgroup.main { margin: 0 0 .6rem; }
#viewer .swagger-ui .info hgroup.main > a .url { color: var(--accent); font-size: .875rem; }
#viewer .swagger-ui .info :is(p, li), #viewer .swagger-ui :is(.renderedMarkdown p, .opblock-description-wrapper p) {
  color: var(--soft);
  font-size: 1rem;
}
#viewer .swagger-ui .renderedMarkdown code, #viewer .swagger-ui .info code {
  padding: .1rem .3rem;
  border-radius: 4px;
  background: var(--raised);
  color: var(--ink);
  font-size: .875em;
  font-weight: 400;
}
#viewer .swagger-ui .renderedMarkdown p { margin: 0; }
#viewer .swagger-ui .scheme-container { margin: 0; padding: .5rem 0 1rem; background: none; box-shadow: none; }
#viewer .swagger-ui .scheme-container .schemes { justify-content: flex-start; }
#viewer .swagger-ui .info a { color: var(--accent); }
/* A choice of one is none. */
#viewer .swagger-ui .schemes-server-container:not(:has(option + option)) { display: none; }
#viewer .swagger-ui .auth-container a { font-size: 1rem; }
/* The button of a scheme without an input would do nothing. */
#viewer .swagger-ui .auth-container:not(:has(input)) .auth-btn-wrapper button[type='submit'] { display: none; }
#viewer .swagger-ui .auth-wrapper { justify-content: flex-start; }

#viewer .swagger-ui .opblock-tag { border-bottom: 1px solid var(--line); color: var(--ink); font-size: 1.2rem; }
#viewer .swagger-ui .opblock-tag:hover { background: none; }
#viewer .swagger-ui .opblock {
  --method: var(--soft);
  margin: 0 0 .6rem;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--surface);
  box-shadow: none;
  overflow: hidden;
}
#viewer .swagger-ui .opblock-get { --method: var(--get); }
#viewer .swagger-ui .opblock-post { --method: var(--post); }
#viewer .swagger-ui .opblock-put { --method: var(--put); }
#viewer .swagger-ui .opblock-patch { --method: var(--patch); }
#viewer .swagger-ui .opblock-delete { --method: var(--delete); }
#viewer .swagger-ui .opblock .opblock-summary { padding: .45rem .6rem; border-color: var(--line); }
#viewer .swagger-ui .opblock .opblock-summary-method {
  min-width: 5.2rem;
  padding: .3rem 0;
  border-radius: 4px;
  background: var(--method);
  color: var(--on-method);
  font-family: var(--mono);
  font-size: .875rem;
  font-weight: 600;
  text-shadow: none;
}
#viewer .swagger-ui .opblock .opblock-summary-path,
#viewer .swagger-ui .opblock .opblock-summary-path :is(a, span) { color: var(--ink); font-size: .9375rem; font-weight: 600; }
#viewer .swagger-ui .opblock .opblock-summary-description { color: var(--soft); font-size: .9375rem; }
#viewer .swagger-ui .opblock .opblock-section-header { border-color: var(--line); background: var(--raised); box-shadow: none; }
#viewer .swagger-ui .opblock .opblock-section-header :is(h4, label) { color: var(--ink); }
#viewer .swagger-ui .opblock .tab-header .tab-item.active h4 span::after { background: var(--method); }
#viewer .swagger-ui .opblock-body pre.microlight, #viewer .swagger-ui .highlight-code > .microlight {
  border-radius: 6px;
  background: var(--code) !important;
  font-size: .8125rem;
}
#viewer .swagger-ui :is(.arrow, .opblock-control-arrow svg, .authorization__btn svg, .expand-operation svg, .copy-to-clipboard svg) { fill: var(--soft); }
/* Numbers, which the viewer colours inline. */
#viewer .swagger-ui .microlight span[style*='211, 99, 99'] { color: #efbb83 !important; }
#viewer .swagger-ui svg.arrow { fill: var(--soft); }

#viewer .swagger-ui :is(table thead tr :is(td, th), .response-col_status, .response-col_description,
  .response-col_links, .parameter__name, .parameter__type, .tab li, .tab li button.tablinks, label, .model,
  .model-title, .responses-inner h4, .responses-inner h5, .opblock-title_normal, .dialog-ux .modal-ux-content :is(p, h4, label),
  .dialog-ux .modal-ux-header h3, .auth-container h4, .auth-container h6, .response-control-media-type__title,
  .response-undocumented, .json-schema-2020-12__title, .json-schema-2020-12-keyword__name, .models h4 span) {
  color: var(--ink);
}
#viewer .swagger-ui :is(.parameter__in, .parameter__deprecated, .prop-format, .prop-type, .json-schema-2020-12__attribute,
  .json-schema-2020-12__attribute--primary, .json-schema-2020-12-keyword__value, .json-schema-2020-12__attribute--muted,
  .parameter__empty_value_toggle, .response-control-media-type__accept-message, .headers .header-example) {
  color: var(--soft);
}
#viewer .swagger-ui .response-control-media-type--accept-controller select { border-color: var(--post); }
#viewer .swagger-ui table :is(thead tr, tbody tr) :is(td, th) { border-color: var(--line); font-size: .9375rem; }
#viewer .swagger-ui .parameter__name.required::after, #viewer .swagger-ui .parameter__name.required span,
#viewer .swagger-ui .opblock-section-request-body .required { color: var(--delete); }
#viewer .swagger-ui .headers-wrapper :is(td, th) { font-size: .875rem; }
#viewer .swagger-ui .header-col { color: var(--ink); }
/* Codes and their responses. */
#viewer .swagger-ui .responses-table .response td { padding-top: 1rem; }
#viewer .swagger-ui .response-col_links { display: none; }
#viewer .swagger-ui .responses-header .col_header:last-child { display: none; }

#viewer .swagger-ui :is(select, input[type='text'], input[type='password'], textarea) {
  border: 1px solid var(--soft);
  border-radius: 6px;
  background-color: var(--surface);
  box-shadow: none;
  color: var(--ink);
}
#viewer .swagger-ui textarea { font-size: .875rem; }
#viewer .swagger-ui .btn {
  border: 1px solid var(--soft);
  border-radius: 6px;
  background: none;
  box-shadow: none;
  color: var(--ink);
}
#viewer .swagger-ui .btn:hover { background: var(--raised); box-shadow: none; }
#viewer .swagger-ui .btn.authorize { border-color: var(--accent); color: var(--accent); }
#viewer .swagger-ui .btn.authorize svg { fill: var(--accent); }
#viewer .swagger-ui .btn.execute { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
#viewer .swagger-ui .btn.cancel { border-color: var(--delete); color: var(--delete); }

#viewer .swagger-ui .dialog-ux .modal-ux { border-color: var(--line); border-radius: 10px; background: var(--surface); }
#viewer .swagger-ui .dialog-ux .modal-ux-header { border-color: var(--line); }
#viewer .swagger-ui .dialog-ux .modal-ux-header .close-modal svg { fill: var(--ink); }
#viewer .swagger-ui .auth-container { border-color: var(--line); }
#viewer .swagger-ui .models { border-color: var(--line); border-radius: 8px; background: var(--surface); }
#viewer .swagger-ui section.models h4 { border-color: var(--line); }
#viewer .swagger-ui section.models .json-schema-2020-12 { background: var(--raised); }
#viewer .swagger-ui .errors-wrapper { border-color: var(--delete); background: var(--surface); }
#viewer .swagger-ui .loading-container { padding: 3rem 0; }

@media (max-width: 40rem) {
  #viewer .swagger-ui .information-container { padding-block: 1.5rem .5rem; }
  #viewer .swagger-ui .info .title { font-size: 1.6rem; }
  #viewer .swagger-ui .opblock-tag { flex-wrap: wrap; padding-inline: 0; }
  #viewer .swagger-ui .opblock-tag > :is(a, .nostyle:first-child) { flex: 1; }
  #viewer .swagger-ui .opblock-tag small { order: 1; flex-basis: 100%; padding: 0; }
  #viewer .swagger-ui .opblock :is(.opblock-summary, .opblock-summary-control) { flex-wrap: nowrap; min-width: 0; }
  #viewer .swagger-ui .opblock .opblock-summary-path { max-width: 100%; overflow-wrap: anywhere; word-break: normal; }
  #viewer .swagger-ui .opblock .opblock-summary-method { min-width: 4.4rem; }
  #viewer .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; padding: 0; text-align: start; }
  #viewer .swagger-ui .opblock .opblock-summary-path-description-wrapper { min-width: 0; gap: 0 .5rem; }
  #viewer .swagger-ui .responses-table, #viewer .swagger-ui .responses-table > :is(thead, tbody),
  #viewer .swagger-ui .responses-table > :is(thead, tbody) > tr, #viewer .swagger-ui .responses-table > tbody > tr > td {
    display: block;
    width: auto;
  }
  #viewer .swagger-ui .responses-table > thead { display: none; }
  #viewer .swagger-ui .responses-table > tbody > tr > td { padding: .25rem 0; }
  #viewer .swagger-ui .responses-table .response-col_status { padding-top: 1rem !important; font-weight: 650; }
  #viewer .swagger-ui :is(.parameters-container, .table-container) { overflow-x: auto; }
  #viewer .swagger-ui .opblock-body pre { max-width: 100%; }
}
`
