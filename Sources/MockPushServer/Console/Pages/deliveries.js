// What becomes of messages at each token, as it happens.
import { query } from './api.js';
import { h, put } from './dom.js';
import { badge, button, copyButton, facts, field, json, select } from './parts.js';
import { follow, liveTable, shownRows } from './live.js';
import { moment, number, t, time, told } from './text.js';
import { pushTypes, short } from './words.js';

const outcomes = ['SENT', 'SENT_FAILED', 'INVALID_TOKEN', 'FILTERED'];
/** Deliveries of the past that are looked at when the page opens. */
const recent = 2000;
const names = ['outcome', 'pushType', 'uid', 'token', 'messageId'];

export default function deliveries(page) {
  const values = Object.fromEntries(names.map((name) => [name, page.query.get(name) ?? '']));
  const counts = new Map();
  const tiles = h('div', { class: 'tiles', 'aria-live': 'off' });
  const rows = liveTable([t('Time'), t('Outcome'), t('Push type'), 'UID', t('Token'), t('Reason'), t('Message')], {
    cells: (delivery) => cells(delivery, page), detail: (delivery) => detail(delivery, page), caption: t('Deliveries'),
    empty: t('Deliveries show up here as they happen: send a message, or let the clock come to a reservation.'),
  });
  let isDrawing = false;
  const showCounts = () => {
    isDrawing = false;
    put(tiles, outcomes.map((outcome) => h('button', {
      type: 'button', class: 'tile', 'aria-pressed': String(values.outcome === outcome), onclick: () => choose(outcome),
    }, h('span', { class: 'number' }, number(counts.get(outcome) ?? 0)), badge(outcome))));
  };
  const live = follow({
    signal: page.signal, type: 'delivery', path: (after) => `/_mock/deliveries/stream${query({ appkey: page.app, ...values, after })}`,
    onItem: (delivery) => {
      rows.add([delivery]);
      counts.set(delivery.outcome, (counts.get(delivery.outcome) ?? 0) + 1);
      if (!isDrawing) requestAnimationFrame(showCounts);
      isDrawing = true;
    },
    onReset: clear,
  });

  /** From a little before now, so that a page opened late shows something. */
  function begin() {
    clear();
    page.remember(values);
    live.startBack(recent);
  }

  function clear() {
    counts.clear();
    rows.clear();
    showCounts();
  }

  function choose(outcome) {
    values.outcome = values.outcome === outcome ? '' : outcome;
    controls.outcome.value = values.outcome;
    begin();
  }

  let timer;
  const control = (name, element) => {
    element.addEventListener(element.tagName === 'SELECT' ? 'change' : 'input', () => {
      values[name] = element.value.trim();
      clearTimeout(timer);
      timer = setTimeout(begin, 250);
    });
    return element;
  };
  const text = (name) => control(name, h('input', { type: 'search', value: values[name], autocomplete: 'off', size: '10' }));
  const controls = { outcome: control('outcome', select([['', t('all')], ...outcomes], values.outcome)) };
  put(page.root,
    h('form', { class: 'bar filters', onsubmit: (event) => event.preventDefault() },
      field(t('Outcome'), controls.outcome), field(t('Push type'), control('pushType', select([['', t('all')], ...pushTypes], values.pushType))),
      field('UID', text('uid')), field(t('Token'), text('token')), field(t('Message'), text('messageId'))),
    tiles,
    h('div', { class: 'bar' }, live.bar, h('span', { class: 'soft' }, t('the newest {count} rows; counts of the latest {recent} and all that come', { count: number(shownRows), recent: number(recent) })), h('span', { class: 'space' }),
      button(t('Clear'), () => { clear(); })),
    rows.element);
  clear();
  live.startBack(recent);
}

function cells(delivery, { href }) {
  return [
    h('time', { title: moment(delivery.at) }, `${delivery.at.slice(5, 10)} ${time(delivery.at)}`), badge(delivery.outcome), h('span', { class: 'id' }, delivery.pushType),
    h('span', { class: 'still' }, delivery.uid), h('a', { class: 'path', href: href('tokens', [delivery.token]) }, short(delivery.token, 22)),
    h('span', { class: 'id' }, delivery.reason), h('a', { class: 'id', href: href('messages', [delivery.messageId]) }, delivery.messageId),
  ];
}

function detail(delivery, { href }) {
  const block = (title, value) => value !== undefined && h('div', {}, h('div', { class: 'bar' }, h('h3', {}, title), h('span', { class: 'space' }), copyButton(JSON.stringify(value, null, 2))), json(value));
  return h('div', { class: 'inside' },
    h('p', { class: delivery.outcome === 'SENT' ? null : 'remark' }, told(delivery.explanation)),
    facts([
      [t('Moment'), moment(delivery.at)], ['UID', delivery.uid], [t('Token'), h('a', { href: href('tokens', [delivery.token]) }, delivery.token)],
      [t('Message'), h('a', { href: href('messages', [delivery.messageId]) }, delivery.messageId)],
      delivery.newToken && [t('New token'), delivery.newToken],
      delivery.warnings?.length > 0 && [t('Warnings'), h('ul', {}, delivery.warnings.map((warning) => h('li', {}, told(warning.sentence))))],
    ]),
    h('div', { class: 'columns' }, block(t('Payload for the provider'), delivery.payload), block(t('What the app is handed'), delivery.appView)),
    delivery.payload === undefined && h('p', { class: 'soft' }, t('Nothing was sent, so there is no payload.')));
}
