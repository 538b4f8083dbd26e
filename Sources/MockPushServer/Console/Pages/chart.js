// Charts as SVG of our own. Colours are classes, so they follow light and dark; lines differ by their dashes too.
import { h, put, svg } from './dom.js';
import { number, percent, t } from './text.js';

const colours = ['one', 'two', 'three', 'four', 'five'];
const height = 260;
const edge = { top: 12, right: 14, bottom: 26 };

/**
 * Lines over time, with a read-out for pointer and arrow keys, and a legend that hides series.
 * `labels`: one { short, long } per point; `series`: [{ name, values }].
 */
export function lineChart({ title, labels, series }) {
  const hidden = new Set();
  const readout = h('p', { class: 'readout', 'aria-live': 'polite' });
  const place = h('div', { class: 'plot' });
  const legend = h('ul', { class: 'legend' }, series.map(({ name }, index) => h('li', {}, h('button', {
    type: 'button', class: 'plain small', 'aria-pressed': 'true',
    onclick: (event) => {
      hidden.has(index) ? hidden.delete(index) : hidden.add(index);
      event.currentTarget.setAttribute('aria-pressed', String(!hidden.has(index)));
      draw();
    },
  }, svg('svg', { viewBox: '0 0 24 10', 'aria-hidden': 'true', class: 'sample' }, svg('line', { class: `series ${colours[index % 5]}`, x1: 0, x2: 24, y1: 5, y2: 5 })), name))));
  const sums = series.map(({ name, values }) => `${name} ${number(sum(values))}`).join(', ');
  const label = `${title}: ${sums}. ${labels.length ? `${labels[0].long} – ${labels.at(-1).long}.` : ''} ${t('Arrow keys tell each point; the table below has the same numbers.')}`;
  let width = 0;
  let chosen = -1;
  let marks = null;
  let scale = null;

  function draw() {
    const shown = series.map((each, index) => ({ ...each, index })).filter(({ index }) => !hidden.has(index));
    const ticks = niceTicks(Math.max(1, ...shown.map(({ values }) => Math.max(0, ...values))));
    const top = ticks.at(-1);
    const left = 16 + 7.5 * Math.max(...ticks.map((tick) => number(tick).length));
    const inner = { width: Math.max(40, width - left - edge.right), height: height - edge.top - edge.bottom };
    const x = (index) => left + (labels.length > 1 ? (index * inner.width) / (labels.length - 1) : inner.width / 2);
    const y = (value) => edge.top + inner.height * (1 - value / top);
    scale = { x, y, shown, inner, left };
    const every = Math.max(1, Math.ceil(labels.length / Math.max(2, Math.floor(inner.width / 84))));
    marks = svg('g', { class: 'marks' });
    const drawing = svg('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label, tabindex: '0' },
      ticks.map((tick) => [svg('line', { class: 'grid', x1: left, x2: left + inner.width, y1: y(tick), y2: y(tick) }),
        svg('text', { x: left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, number(tick))]),
      labels.map((each, index) => (index % every || (index && x(index) > left + inner.width - 20 && index !== labels.length - 1) ? null
        : svg('text', { x: x(index), y: height - 8, 'text-anchor': labels.length > 1 && !index ? 'start' : index === labels.length - 1 && index ? 'end' : 'middle' }, each.short))),
      shown.map(({ values, index }) => [
        svg('polyline', { class: `series ${colours[index % 5]}`, points: values.map((value, point) => `${round(x(point))},${round(y(value))}`).join(' ') }),
        values.length <= 45 && values.map((value, point) => svg('circle', { class: colours[index % 5], cx: round(x(point)), cy: round(y(value)), r: 2.5 })),
      ]), marks);
    drawing.addEventListener('pointermove', (event) => {
      const at = event.clientX - drawing.getBoundingClientRect().left;
      choose(Math.round(((at - left) / inner.width) * (labels.length - 1)));
    });
    drawing.addEventListener('pointerleave', () => choose(-1));
    drawing.addEventListener('blur', () => choose(-1));
    drawing.addEventListener('keydown', (event) => {
      const next = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: labels.length - 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      choose(Math.min(Math.max(next, 0), labels.length - 1));
    });
    put(place, drawing);
    choose(chosen);
  }

  function choose(index) {
    chosen = labels[index] ? index : -1;
    put(marks);
    if (chosen < 0) return put(readout, h('span', { class: 'soft' }, t('Point at the chart, or focus it and use the arrow keys.')));
    const { x, y, shown, inner } = scale;
    put(marks, svg('line', { class: 'cursor', x1: x(chosen), x2: x(chosen), y1: edge.top, y2: edge.top + inner.height }),
      shown.map(({ values, index: each }) => svg('circle', { class: colours[each % 5], cx: x(chosen), cy: y(values[chosen]), r: 4 })));
    put(readout, h('strong', {}, labels[chosen].long), shown.map(({ name, values }) => ` · ${name} ${number(values[chosen])}`));
  }

  new ResizeObserver(([{ contentRect }]) => {
    if (Math.abs(contentRect.width - width) < 1) return;
    width = Math.floor(contentRect.width);
    draw();
  }).observe(place);
  return h('figure', {}, place, readout, legend);
}

const sum = (values) => values.reduce((total, value) => total + value, 0);
const round = (value) => Math.round(value * 10) / 10;

/** From 0 to at least `most`, about five steps of 1, 2 or 5 times a power of ten; whole numbers. */
function niceTicks(most) {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough));
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

const shownBars = 12;

/** Shares as bars, which are a table at once: `rows` are [name, count]. */
export function shareTable(title, rows, nameOfColumn) {
  const sorted = [...rows];
  const whole = sum(sorted.map(([, count]) => count));
  const most = Math.max(1, ...sorted.map(([, count]) => count));
  const body = h('tbody');
  const line = ([name, count]) => h('tr', {}, h('th', { scope: 'row' }, name),
    h('td', { class: 'barcell' }, svg('svg', { class: 'chart', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      svg('rect', { class: 'one', x: 0, y: 0, width: round((100 * count) / most), height: 10 }))),
    h('td', { class: 'number' }, number(count)), h('td', { class: 'number' }, percent(count, whole)));
  const show = (count) => put(body, sorted.slice(0, count).map(line));
  show(shownBars);
  if (!whole) return h('p', { class: 'empty' }, t('No token is registered.'));
  return [
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title }, h('table', { class: 'shares' }, h('caption', { class: 'hidden' }, title),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, nameOfColumn), h('th', {}, h('span', { class: 'hidden' }, t('Bar'))), h('th', { scope: 'col', class: 'number' }, t('Tokens')),
        h('th', { scope: 'col', class: 'number' }, t('Share')))), body)),
    sorted.length > shownBars && h('div', { class: 'actions' }, h('button', {
      type: 'button', class: 'small', onclick: (event) => { show(sorted.length); event.currentTarget.remove(); },
    }, t('Show all {count}', { count: number(sorted.length) }))),
  ];
}
