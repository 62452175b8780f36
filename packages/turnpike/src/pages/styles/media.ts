/** For print, and for forced colours. Last, so that it takes precedence. */
export const mediaStyle = `
@media print {
  .skip, .links, .user, .actions, .formats, .ordering, .forms, .query, .jump, .pages, .admin-tabs, .buttons { display: none; }
  body { min-height: 0; background: none; }
  main { padding: 1rem 0; }
  .banner { border: 0; padding-inline: 0; }
  .wide .exchange { grid-template-columns: minmax(0, 1fr); }
  .bodies > label { display: none; }
  .rows { overflow: visible; }
  .rows th, .rows td { white-space: normal; }
  .body { overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; }
}
@media (forced-colors: active) {
  .tabs > label, .admin-tabs a { border-color: Canvas; }
  .tabs > input:checked + label, .admin-tabs a[aria-current] { border-color: Highlight; }
  .pages a[aria-current], .choice a[aria-current] {
    background: Highlight;
    color: HighlightText;
    forced-color-adjust: none;
  }
  .status h2::before { forced-color-adjust: none; }
}
`
