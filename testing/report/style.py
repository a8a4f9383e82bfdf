"""The style of the report: one sheet for light and dark, wide and narrow."""

STYLE = """
:root { color-scheme: light dark;
  --back: #fff; --text: #1c2128; --soft: #59636e; --line: #d1d9e0; --panel: #f6f8fa;
  --link: #0757ba; --good: #1a7f37; --good-back: #dafbe1; --bad: #b3141d; --bad-back: #ffe3e0;
  --none: #6b7480; --warn: #8a5a00; --warn-back: #fff3cd;
  --s0: #0969da; --s1: #7a3fc4; --s2: #c2570c; --s3: #bf3989; --s4: #1a7f37;
  --b0: #2da44e; --b1: #8cc152; --b2: #e3b341; --b3: #ef8a3c; --b4: #e5534b; --b5: #8b1a2b; }
@media (prefers-color-scheme: dark) { :root {
  --back: #0d1117; --text: #e6edf3; --soft: #9198a1; --line: #3d444d; --panel: #161b22;
  --link: #6cb0ff; --good: #56d364; --good-back: #12361f; --bad: #ff8a80; --bad-back: #4a1a1c;
  --none: #868e98; --warn: #e3b341; --warn-back: #3a2d0a;
  --s0: #58a6ff; --s1: #bc8cff; --s2: #f0883e; --s3: #f778ba; --s4: #56d364;
  --b0: #2ea043; --b1: #7fae4b; --b2: #d1a33b; --b3: #dd7a2e; --b4: #d6483f; --b5: #a3283c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1360px; padding: 1rem 1.25rem 4rem; background: var(--back);
  color: var(--text);
  font: 15px/1.5 system-ui, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: .4rem 0; }
h2 { font-size: 1.25rem; margin: 2.4rem 0 .5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .4rem; } h4 { font-size: .95rem; margin: 1rem 0 .3rem; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
p, li { max-width: 62rem; } .soft, small { color: var(--soft); }
.bar { position: sticky; top: 0; background: var(--back); z-index: 3;
  border-bottom: 1px solid var(--line); }
nav { display: flex; gap: .2rem 1rem; padding: .4rem 0; overflow-x: auto; white-space: nowrap; }
.filters { display: flex; gap: .5rem; padding: 0 0 .5rem; align-items: center; overflow-x: auto; }
.filters span { color: var(--soft); }
.filters select, .filters button { font: inherit; font-size: .86rem; color: var(--text);
  background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  padding: .15rem .4rem; max-width: 15rem; }
h2, h3, details, .card, .failure, [id] { scroll-margin-top: 5.5rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .7rem;
  margin: 1rem 0; }
.tile { border: 1px solid var(--line); background: var(--panel); border-radius: 8px;
  padding: .6rem .9rem; }
.tile b { display: block; font-size: 1.35rem; }
.tile span { display: block; color: var(--soft); font-size: .85rem; line-height: 1.35; }
.tile code, .scroll td code { white-space: nowrap; }
.verdict { border-radius: 8px; padding: .7rem 1rem; font-weight: 600; margin: 1rem 0; }
.verdict.good { background: var(--good-back); color: var(--good); }
.verdict.bad { background: var(--bad-back); color: var(--bad); }
.verdict a { color: inherit; text-decoration: underline; }
.failure { border-left: 3px solid var(--bad); padding-left: .8rem; margin: .8rem 0; }
pre { margin: .2rem 0; padding: .3rem .5rem; background: var(--panel); white-space: pre-wrap;
  overflow-wrap: anywhere;
  font: .84em ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace; }
pre.commands { user-select: all; white-space: pre; overflow-x: auto; }
.scroll { overflow: auto; max-width: 100%; }
.matrix .scroll, .tall .scroll { max-height: 80vh; }
table { border-collapse: separate; border-spacing: 0; font-size: .86rem; margin: .4rem 0;
  border-top: 1px solid var(--line); border-left: 1px solid var(--line); }
th, td { border: 1px solid var(--line); border-width: 0 1px 1px 0; padding: .18rem .5rem;
  text-align: left; vertical-align: top; }
th { background: var(--panel); font-weight: 600; position: sticky; top: 0; z-index: 1; }
td:first-child { position: sticky; left: 0; background: var(--back); }
td.by, .matrix td { white-space: nowrap; }
td.num, th.num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.matrix td i { display: block; font-style: normal; line-height: 1.35; font-size: .82rem; }
td.passed { background: var(--good-back); } td.failed { background: var(--bad-back); }
td.open { background: var(--warn-back); }
td.passed, td.passed a { color: var(--good); } td.failed, td.failed a { color: var(--bad); }
td.open, td.open a { color: var(--warn); }
td.refused, td.refused a, td.none { color: var(--none); }
code { font: .92em ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace;
  overflow-wrap: anywhere; }
details { margin: .3rem 0; } summary { cursor: pointer; }
summary code { overflow-wrap: normal; }
.names { font-size: .86rem; max-width: none; }
svg { display: block; max-width: 100%; height: auto; }
svg text { fill: var(--soft); font-size: 10px; }
.plots { display: grid; gap: .8rem 1.2rem;
  grid-template-columns: repeat(auto-fill, minmax(min(390px, 100%), 1fr)); }
.plots figure { margin: 0; } figcaption { font-size: .86rem; margin-bottom: .1rem; }
.cards { display: grid; gap: .7rem; max-height: 90vh; overflow-y: auto;
  grid-template-columns: repeat(auto-fill, minmax(min(25rem, 100%), 1fr)); }
.card { border: 1px solid var(--line); border-radius: 8px; padding: .5rem .8rem;
  font-size: .86rem; min-width: 0; }
.card p { margin: 0; } .card b { font-size: 1rem; }
.card dl { display: grid; grid-template-columns: auto 1fr; gap: 0 .8rem; margin: .3rem 0; }
.card dt { color: var(--soft); } .card dd { margin: 0; }
.key { display: inline-flex; align-items: center; gap: .35rem; margin-right: 1rem;
  font-size: .86rem; }
.key i { display: inline-block; width: .9rem; height: .7rem; border-radius: 2px; }
.worse { color: var(--bad); } .better { color: var(--good); }
@media (max-width: 600px) {
  body { padding: .6rem .6rem 3rem; font-size: 14px; }
  .tiles { grid-template-columns: 1fr 1fr; } .tile { padding: .5rem .6rem; }
  .tile code { white-space: normal; overflow-wrap: normal; }
  .filters { flex-wrap: wrap; } .filters select { max-width: 10.5rem; }
  .filters span { display: none; }
  .bar { position: static; } h2, h3, details, [id] { scroll-margin-top: .5rem; } }
"""
