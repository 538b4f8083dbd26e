// Counts by outcome and reason, as bars with their numbers.
import { h, svg } from './dom.js';
import { badge } from './parts.js';
import { number, percent, t } from './text.js';
import { outcomes as outcomeNames, reasonText } from './words.js';

const names = { SENT: 'Sent', FILTERED: 'Left out', SENT_FAILED: 'Failed', INVALID_TOKEN: 'Invalid token' };

export const outcomeText = (outcome) => (names[outcome] ? t(names[outcome]) : outcome);

/** All outcomes in one bar, with a legend; `choose(outcome)` makes its parts buttons. */
export function outcomeBar(counts, choose) {
  const total = outcomeNames.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  let start = 0;
  const parts = outcomeNames.filter((name) => counts[name]).map((name) => {
    const width = (counts[name] / total) * 1000;
    const rect = svg('rect', { x: start, y: 0, width, height: 10, class: name });
    start += width;
    return rect;
  });
  return h('div', {},
    svg('svg', { viewBox: '0 0 1000 10', preserveAspectRatio: 'none', class: 'share', 'aria-hidden': 'true' }, svg('rect', { width: 1000, height: 10, class: 'none' }), parts),
    h('ul', { class: 'legend' }, outcomeNames.map((name) => {
      const text = [svg('svg', { viewBox: '0 0 10 10', class: 'share', 'aria-hidden': 'true' }, svg('rect', { width: 10, height: 10, class: name })),
        `${outcomeText(name)} `, h('strong', {}, number(counts[name] ?? 0)), total ? ` (${percent(counts[name] ?? 0, total)})` : ''];
      return h('li', {}, choose && counts[name] ? h('button', { type: 'button', class: 'plain small', onclick: () => choose(name) }, text) : text);
    })));
}

/** One row per reason: `more(reason)` gives what stands below it. */
export function reasonList(reasons, { choose, more = () => null } = {}) {
  const rows = Object.entries(reasons).sort(([, one], [, other]) => other - one);
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  return h('div', { class: 'reasons' }, rows.map(([reason, count]) => {
    const label = [h('span', {}, reasonText(reason)), ' ', badge(reason, 'plain')];
    return h('div', { class: 'reason' },
      h('div', { class: 'spread' },
        choose ? h('button', { type: 'button', class: 'plain small', onclick: () => choose(reason) }, label) : h('span', {}, label),
        h('span', {}, h('strong', {}, number(count)), ` (${percent(count, total)})`)),
      h('progress', { max: total, value: count, 'aria-hidden': 'true' }),
      more(reason));
  }));
}
