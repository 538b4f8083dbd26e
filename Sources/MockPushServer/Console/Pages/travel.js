// Moving the clock, and what happened on the way; for the pages Clock and Reservations.
import { call } from './api.js';
import { h } from './dom.js';
import { refresh } from './header.js';
import { badge, table } from './parts.js';
import { moment, number, t } from './text.js';

const seoul = 9 * 3600_000;

/** Milliseconds as the server writes them, whatever zone the browser lives in. */
export const iso = (milliseconds) => `${new Date(milliseconds + seoul).toISOString().slice(0, 23)}+09:00`;

/** The next `hh:mm` in Seoul after a moment. */
export function nextTime(hours, minutes, after) {
  const day = Math.floor((after + seoul) / 86400_000) * 86400_000 - seoul;
  const today = day + (hours * 60 + minutes) * 60_000;
  return today > after ? today : today + 86400_000;
}

/** `{ by: 'PT1H' }` or `{ to: MOMENT }`: everything due happens at its own moment. With `isFrozen` a running clock stands when it arrives. */
export async function advance(body, isFrozen = false) {
  try {
    if (isFrozen) await call('PUT', '/_mock/clock', { mode: 'frozen' });
    return await call('POST', '/_mock/clock/advance', body);
  } finally {
    await refresh();
  }
}

const kinds = { RESERVATION: 'Reservation', AD_OPT_IN_GUIDE: 'Ad opt-in guide' };

const shownReceipts = 300;

/** The answer of an advance as lists; receipts of devices, which are many, apart. */
export function firedList({ fired, firedCount }, { href }) {
  const receipts = fired.filter((item) => item.kind === 'RECEIPT');
  const others = fired.filter((item) => item.kind !== 'RECEIPT');
  return [
    h('p', { role: 'status' }, firedCount ? t('{count} things fell due on the way.', { count: number(firedCount) }) : t('Nothing fell due on the way.'),
      firedCount > fired.length ? ` ${t('The first {count} are shown.', { count: number(fired.length) })}` : ''),
    others.length > 0 && table([t('Moment'), t('What happened'), t('Reservation'), t('Message'), t('State'), t('Sent / targets'), t('App')], others.map((item) => [
      time(item), t(kinds[item.kind] ?? item.kind), item.reservationId ? h('a', { class: 'id', href: link(item, 'reservations', item.reservationId) }, item.reservationId) : '–',
      message(item), item.messageStatus ? badge(item.messageStatus) : '–',
      item.targetCount === undefined ? '–' : `${number(item.sentCount)} / ${number(item.targetCount)}`, item.appkey,
    ]), { caption: t('What happened on the way') }),
    receipts.length > 0 && h('details', { class: 'more' }, h('summary', {}, `${t('Receipts of devices')}: ${number(receipts.length)}`),
      table([t('Moment'), t('Event'), t('Token'), t('Message'), t('App')], receipts.slice(0, shownReceipts).map((item) => [
        time(item), badge(item.event), h('a', { href: link(item, 'tokens', item.token) }, item.token), message(item), item.appkey,
      ]), { caption: t('Receipts of devices') })),
  ];

  function time(item) { return h('time', {}, moment(item.at)); }
  function message(item) { return h('a', { class: 'id', href: link(item, 'messages', item.messageIdString) }, item.messageIdString); }
  function link(item, page, part) {
    return href(page, [part]).replace(/^#\/[^/]+/, `#/${encodeURIComponent(item.appkey)}`);
  }
}
