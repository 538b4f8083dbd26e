// Who would get the message, and who would not and why.
import { h } from './dom.js';
import { badge } from './parts.js';
import { outcomeBar, reasonList } from './shares.js';
import { moment, number, t, told } from './text.js';
import { short } from './words.js';

const sampleCount = 5;

export function audience({ href }, found) {
  const samples = grouped(found.deliveries);
  const some = Object.keys(found.reasons).length > 0;
  return [
    h('p', { class: 'reach' }, h('strong', {}, number(found.sentCount)), ' ', t('tokens would get it'), found.isNight && [' ', badge(t('night'), 'info')],
      h('span', { class: 'soft' }, ' · ', t('at {date}', { date: moment(found.at) }))),
    found.isNight && h('p', { class: 'soft' }, t('It is night then: ads reach those alone who agreed to ads at night.')),
    some ? [outcomeBar(found.outcomes), h('div', { class: 'below' }, reasonList(found.reasons, { more: (reason) => sample(href, samples.get(reason) ?? []) }))]
      : h('p', { class: 'empty' }, t('The target names no registered token.')),
  ];
}

function grouped(deliveries) {
  const found = new Map();
  for (const each of deliveries) found.set(each.reason, [...(found.get(each.reason) ?? []), each]);
  return found;
}

/** The sentences of a reason differ by push type and setting; each is shown once. */
function sample(href, deliveries) {
  if (!deliveries.length) return null;
  const sentences = [...new Set(deliveries.map((each) => told(each.explanation)))];
  return h('details', {}, h('summary', { class: 'soft' }, sentences[0]),
    sentences.slice(1, 4).map((sentence) => h('p', { class: 'soft' }, sentence)),
    h('ul', {}, deliveries.slice(0, sampleCount).map((each) => h('li', {}, badge(each.pushType), ' ', each.uid, ' ',
      h('a', { href: href('tokens', [each.token], { pushType: each.pushType }) }, h('code', {}, short(each.token, 24)))))));
}
