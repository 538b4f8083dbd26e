// Reservations with their states and next runs.
import { appPath, get, query } from './api.js';
import { h, put } from './dom.js';
import { badge, button, card, field, loaded, select, table, withoutApp } from './parts.js';
import { cancel, follow, one, state } from './reservation-detail.js';
import { advance, firedList } from './travel.js';
import { moment, number, t } from './text.js';

const pageSize = 25;

export default async function reservations(page) {
  if (!page.app) return put(page.root, withoutApp());
  if (page.parts[0]) return one(page);
  const values = { status: page.query.get('status') ?? '', pageIndex: Number(page.query.get('pageIndex') ?? 0) || 0 };
  const place = h('div');
  const news = h('div', { 'aria-live': 'polite' });
  const reload = loaded(place, () => list(page, values, { travel, reload: () => reload(), turn }));
  const status = select([['', t('all')], 'RESERVED', 'COMPLETED', 'CANCEL'], values.status, {
    onchange: (event) => { values.status = event.target.value; turn(0); },
  });
  follow(page, reload);
  put(page.root, h('div', { class: 'bar' }, field(t('State'), status), h('span', { class: 'space' }), button(t('Refresh'), reload),
    h('a', { class: 'button primary', href: page.href('compose') }, t('New reservation'))), news, place);

  function turn(index) {
    values.pageIndex = index;
    page.remember({ ...values, pageIndex: index || '' });
    return reload();
  }

  async function travel(to) {
    const answer = await advance({ to }, true);
    put(news, card(t('The clock shows {moment}', { moment: moment(answer.now) }), firedList(answer, page)));
    await reload();
  }
}

async function list({ app, href, signal }, values, { travel, reload, turn }) {
  const found = await get(appPath(app, 'reservations') + query({ ...values, pageSize }), { signal });
  if (!found.totalCount) {
    return h('p', { class: 'empty' }, values.status ? t('Nothing matches.') : t('No reservation yet.'), ' ', h('a', { href: href('compose') }, t('Reserve a message')));
  }
  const last = Math.ceil(found.totalCount / pageSize) - 1;
  return [
    table([t('Reservation'), t('State'), t('Next run'), t('Title'), t('Type'), t('Times'), t('Created'), ''], found.reservations.map((reservation) => [
      h('a', { class: 'id', href: href('reservations', [reservation.reservationIdString]) }, reservation.reservationIdString), state(reservation.reservationStatus),
      reservation.nextDeliveryDateTime ? h('div', { class: 'stack' }, h('time', {}, moment(reservation.nextDeliveryDateTime)),
        button(t('Go there'), () => travel(reservation.nextDeliveryDateTime), { class: 'small', title: t('Advance the clock to it') })) : '–',
      reservation.content?.default?.title ?? '–', [reservation.messageType, reservation.isLocalTime && [' ', badge(t('local time'))]],
      h('div', { class: 'stack' }, Object.entries(reservation.scheduleCounts ?? {}).filter(([, count]) => count).map(([name, count]) => h('span', { class: 'id' }, state(name), ` ${number(count)}`))),
      h('time', {}, moment(reservation.createdDateTime)),
      reservation.reservationStatus === 'RESERVED' && button(t('Cancel it'), () => cancel(app, reservation.reservationIdString, reload), { class: 'small' }),
    ]), { caption: t('Reservations') }),
    h('div', { class: 'actions' }, h('span', { class: 'soft' }, t('{count} in all', { count: number(found.totalCount) })),
      values.pageIndex > 0 && button(t('Previous page'), () => turn(values.pageIndex - 1)), values.pageIndex < last && button(t('Next page'), () => turn(values.pageIndex + 1))),
  ];
}
