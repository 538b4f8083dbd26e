// How the message looks, per push type and language.
import { h } from './dom.js';
import { badge, json, segments } from './parts.js';
import { looks, notification } from './phone.js';
import { number, t } from './text.js';
import { warningList } from './words.js';

/** `language`: the content key that is looked at; `choose(language)` another. */
export function previews(renderings, language, app, choose) {
  if (!renderings.length) return h('p', { class: 'empty' }, t('Nothing is rendered: no push type is left.'));
  const languages = [...new Set(renderings.map((each) => each.contentLanguage))].sort((one, other) => (other === 'default') - (one === 'default'));
  const shown = languages.includes(language) ? language : languages[0];
  const mine = renderings.filter((each) => each.contentLanguage === shown);
  const cards = new Map();
  for (const each of mine) if (!each.isInvalidMessage && !cards.has(looks(each))) cards.set(looks(each), each);
  return [
    languages.length > 1 && h('p', {}, segments(t('Language'), languages, shown, choose)),
    cards.size ? h('div', { class: 'phones' }, [...cards.values()].slice(0, 6).map((each) => notification(each, app)))
      : h('p', { class: 'empty' }, t('Write a title or a body to see it here.')),
    h('div', { class: 'rows' }, mine.map(row)),
  ];
}

function row(rendering) {
  const { pushType, languages, addsAdvertisementText, byteCount, byteLimit, warnings, isInvalidMessage } = rendering;
  const isOver = byteCount > byteLimit;
  return h('details', {},
    h('summary', {}, h('span', { class: 'lead' }, badge(pushType), addsAdvertisementText && [' ', badge(t('Korean ad'), 'info')]),
      h('span', { class: 'why' }, h('progress', { max: byteLimit, value: Math.min(byteCount, byteLimit), class: isOver ? 'over' : null, 'aria-hidden': 'true' }),
        t('{count} of {limit} bytes', { count: number(byteCount), limit: number(byteLimit) })),
      isOver && badge(t('too large'), 'bad'), isInvalidMessage && badge(t('nothing to send'), 'bad'),
      warnings.length > 0 && badge(t('warnings: {count}', { count: warnings.length }), 'info')),
    h('div', { class: 'inner' },
      languages?.length > 0 && h('p', { class: 'soft' }, t('For tokens in: {languages}', { languages: languages.join(', ') })),
      warningList(warnings),
      h('h3', {}, t('Sent to the provider')), json(rendering.payload),
      rendering.appView && [h('h3', {}, t('What the app is handed')), json(rendering.appView)]));
}
