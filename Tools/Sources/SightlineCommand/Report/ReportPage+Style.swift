extension ReportPage {
  /// The page's style sheet. Colours are set for light and dark, each with a text contrast ratio of
  /// at least 4.5.
  static let style = """
    :root {
      color-scheme: light dark;
      --ground: #f5f6f8; --card: #ffffff; --line: #e2e5eb; --text: #171a21; --quiet: #5a6272;
      --accent: #2f5fe0; --track: #eceff4;
      --s1: #dbe5fd; --s2: #a9c1f9; --s3: #6f95f0; --s4: #3d69db; --s5: #1d3f9f;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #0e1116; --card: #161a22; --line: #272d39; --text: #e8ebf1; --quiet: #9aa4b5;
        --accent: #6f9bff; --track: #202631;
        --s1: #243a70; --s2: #2f55ab; --s3: #4577db; --s4: #84a9ff; --s5: #d3e0ff;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--ground); color: var(--text);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      -webkit-text-size-adjust: 100%;
    }
    main { max-width: 1080px; margin: 0 auto; padding: 40px 24px 56px; }
    h1 { font-size: 30px; line-height: 1.2; letter-spacing: -0.02em; margin: 0 0 6px; }
    h2 { font-size: 17px; line-height: 1.3; letter-spacing: -0.01em; margin: 0; }
    p { margin: 0; }
    .facts { display: flex; flex-wrap: wrap; gap: 2px 20px; color: var(--quiet); overflow-wrap: anywhere; }
    .facts b { color: var(--text); font-weight: 600; }
    .note { margin-top: 8px; color: var(--quiet); overflow-wrap: anywhere; }
    .tiles {
      display: grid; grid-template-columns: repeat(3, 1fr); gap: 1px;
      margin: 24px 0; background: var(--line); border: 1px solid var(--line); border-radius: 14px;
      overflow: hidden;
    }
    .tile { background: var(--card); padding: 16px; }
    .tile dt { color: var(--quiet); font-size: 13px; }
    .tile dd { margin: 2px 0 0; }
    .tile strong {
      display: block; font-size: 22px; line-height: 1.3; font-weight: 650; letter-spacing: -0.03em;
      font-variant-numeric: tabular-nums;
    }
    .tile span { color: var(--quiet); font-size: 12.5px; }
    section {
      background: var(--card); border: 1px solid var(--line); border-radius: 14px;
      padding: 20px 22px; margin: 0 0 20px;
    }
    .about { color: var(--quiet); font-size: 13.5px; margin: 2px 0 16px; }
    .plot { display: grid; grid-template-columns: auto minmax(0, 1fr); column-gap: 10px; }
    .scale {
      display: flex; flex-direction: column; justify-content: space-between; text-align: right;
      margin: -9px 0; color: var(--quiet); font-size: 12px; line-height: 18px;
      font-variant-numeric: tabular-nums;
    }
    svg { display: block; width: 100%; }
    .columns { height: 200px; fill: var(--accent); overflow: visible; }
    .columns .grid {
      stroke: var(--line); stroke-width: 1; fill: none; vector-effect: non-scaling-stroke;
    }
    .columns .hit { fill: transparent; }
    .columns .hit:hover { fill: var(--text); fill-opacity: 0.07; }
    .axis {
      grid-column: 2; position: relative; height: 22px; margin-top: 6px; color: var(--quiet);
      font-size: 12px; white-space: nowrap;
    }
    .axis span { position: absolute; transform: translateX(-50%); }
    .axis span:first-child { transform: translateX(min(-50%, 0px)); }
    .bars { list-style: none; margin: 0; padding: 0; }
    .bars li {
      display: grid; grid-template-columns: minmax(90px, 19%) 1fr 6.5em; gap: 14px; align-items: center;
      padding: 3.5px 0;
    }
    .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .bar { height: 12px; border-radius: 3px; }
    .bar .track { fill: var(--track); }
    .bar .fill { fill: var(--accent); }
    .amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .heat .names { position: relative; width: 118px; color: var(--quiet); font-size: 12px; }
    .heat .names span {
      position: absolute; right: 0; max-width: 100%; transform: translateY(-50%); line-height: 16px;
      overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
      font-variant-numeric: tabular-nums;
    }
    .map { border-radius: 6px; shape-rendering: crispEdges; }
    .map rect:not(.empty):hover { stroke: var(--text); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
    .empty { fill: var(--track); }
    .s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); }
    .s4 { fill: var(--s4); } .s5 { fill: var(--s5); }
    .legend {
      list-style: none; display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 12px 0 0; padding: 0;
      color: var(--quiet); font-size: 12.5px;
    }
    .legend li { display: flex; align-items: center; gap: 6px; }
    .legend svg { width: 14px; height: 14px; border-radius: 3px; }
    details { margin-top: 14px; font-size: 13.5px; }
    summary { cursor: pointer; color: var(--quiet); width: fit-content; }
    summary:hover { color: var(--text); }
    details .scroller { max-height: 340px; overflow: auto; margin-top: 8px; }
    .scroller { overflow-x: auto; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
    th, td { padding: 7px 0 7px 18px; text-align: right; white-space: nowrap; font-weight: 400; }
    th:first-child {
      padding-left: 0; text-align: left; max-width: 260px; overflow: hidden; text-overflow: ellipsis;
    }
    thead th { color: var(--quiet); font-size: 12.5px; border-bottom: 1px solid var(--line); }
    tbody tr + tr > * { border-top: 1px solid var(--line); }
    tfoot > tr > * { border-top: 2px solid var(--line); font-weight: 600; }
    footer { color: var(--quiet); font-size: 13px; max-width: 76ch; padding: 4px 2px; }
    @media (min-width: 960px) {
      .tiles { grid-template-columns: none; grid-auto-flow: column; grid-auto-columns: 1fr; }
    }
    @media (max-width: 620px) {
      main { padding: 24px 14px 40px; }
      h1 { font-size: 25px; }
      .tiles { grid-template-columns: 1fr 1fr; }
      .tile { padding: 13px 14px; }
      .tile:last-child:nth-child(odd) { grid-column: 1 / -1; }
      .tile strong { font-size: 20px; }
      section { padding: 16px 14px; }
      .columns { height: 160px; }
      .axis .wide { display: none; }
      .bars li { grid-template-columns: minmax(0, 1fr) auto; gap: 2px 12px; padding: 6px 0; }
      .bar { grid-row: 2; grid-column: 1 / -1; height: 8px; }
      .heat .names { width: 76px; }
      th:first-child { max-width: 150px; }
    }
    @media print {
      body { background: none; }
      section, .tiles { break-inside: avoid; }
    }
    """
}
