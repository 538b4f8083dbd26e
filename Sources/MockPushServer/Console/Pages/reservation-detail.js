// One reservation: its times, what they sent, and the form that changes it.
import { appPath, call, get, query } from './api.js';
import { h, put } from './dom.js';
import { heard } from './header.js';
import { attempt, badge, button, card, confirmed, facts, field, json, loaded, notice, table } from './parts.js';
import { advance, firedList } from './travel.js';
import { moment, number, t } from './text.js';

const shownTimes = 300;
const shownMessages = 50;
const states = { RESERVED: 'info', COMPLETED: 'good', CANCEL: 'bad', READY: 'info', SENDING: 'info', DONE: 'good', CANCELED: 'bad' };

/** The state of a reservation or of one of its times. */
export const state = (name) => badge(name, states[name]);

export async function one(page) {
  const path = appPath(page.app, 'reservations', page.parts[0]);
  const place = h('div');
  const news = h('div', { 'aria-live': 'polite' });
  const edit = h('div');
  const travel = async (to) => {
    const answer = await advance({ to }, true);
    put(news, card(t('The clock shows {moment}', { moment: moment(answer.now) }), firedList(answer, page)));
    await reload();
  };
  const reload = loaded(place, async () => {
    const [{ reservation }, messages] = await Promise.all([get(path, { signal: page.signal }), get(`${path}/messages${query({ pageSize: shownMessages })}`, { isQuiet: true, signal: page.signal })]);
    const isOpen = reservation.reservationStatus === 'RESERVED';
    if (!isOpen) put(edit);
    return [
      summary(page, reservation, { isOpen, travel, openEdit: () => put(edit, form(path, reservation, async () => { put(edit); await reload(); })) }),
      sent(page, messages), times(reservation, travel),
      card(t('Message'), json({ target: reservation.target, content: reservation.content })),
    ];
  });
  follow(page, () => { if (!edit.childNodes.length) reload(); });
  put(page.root, h('div', { class: 'heading' }, h('a', { href: page.href('reservations') }, `← ${t('Reservations')}`)), news, edit, place);
}

/** Loads anew when the server's clock has come to another minute. */
export function follow({ signal }, reload) {
  let shown = '';
  heard.addEventListener('overview', () => {
    const minute = heard.latest.clock.now.slice(0, 16);
    if (shown && shown !== minute) reload();
    shown = minute;
  }, { signal });
}

export function cancel(app, id, after) {
  confirmed(t('Cancel reservation {id}? Its open times are cancelled; a reservation that has sent nothing yet is removed.', { id }), t('Cancel it'), async () => {
    await call('DELETE', appPath(app, 'reservations', id));
    notice(t('The reservation is cancelled.'));
    await after();
  });
}

function nextOf(reservation) {
  return reservation.schedules.filter((each) => each.scheduleStatus === 'READY').map((each) => each.deliveryDateTime).sort()[0];
}

function summary(page, reservation, { isOpen, travel, openEdit }) {
  const id = reservation.reservationIdString;
  const next = nextOf(reservation);
  return card([`${t('Reservation')} ${id} `, state(reservation.reservationStatus)],
    facts([
      [t('Title'), reservation.content?.default?.title], [t('Type'), reservation.messageType],
      [t('Times are'), reservation.isLocalTime ? t('of everybody’s own time zone') : t('of Asia/Seoul')], [t('Next run'), next ? moment(next) : '–'],
      [t('Created'), moment(reservation.createdDateTime)], [t('Changed'), moment(reservation.updatedDateTime)],
      !isOpen && [t('Completed'), moment(reservation.completedDateTime)],
    ]),
    isOpen && h('div', { class: 'actions' },
      next && button(t('Advance the clock to it'), () => travel(next), { class: 'primary' }), button(t('Change'), openEdit),
      button(t('Cancel it'), () => cancel(page.app, id, () => page.go('reservations')), { class: 'danger' })));
}

/** Minutes east of UTC as `+09:00`. */
function offset(minutes) {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
}

/** As it was written: in local time the instant by its own offset. */
function written({ deliveryDateTime, timezoneOffset }, isLocal) {
  const minutes = isLocal ? timezoneOffset : 540;
  return new Date(Date.parse(deliveryDateTime) + minutes * 60_000).toISOString().slice(0, 16);
}

function times(reservation, travel) {
  const rows = reservation.schedules.slice(0, shownTimes).map((each) => [
    h('time', {}, written(each, reservation.isLocalTime).replace('T', ' ')), reservation.isLocalTime ? offset(each.timezoneOffset) : '+09:00',
    h('time', {}, moment(each.deliveryDateTime)), state(each.scheduleStatus),
    each.scheduleStatus === 'READY' && button(t('Go there'), () => travel(each.deliveryDateTime), { class: 'small', title: t('Advance the clock to it') }),
  ]);
  return card(`${t('Times')} (${number(reservation.schedules.length)})`, table([t('As written'), t('Offset'), t('Moment'), t('State'), ''], rows, { caption: t('Times') }),
    reservation.schedules.length > shownTimes && h('p', { class: 'soft' }, t('The first {count} are shown.', { count: number(shownTimes) })));
}

function sent({ href }, { messages, totalCount }) {
  return card(`${t('Messages sent')} (${number(totalCount)})`, table([t('Message'), t('State'), t('Moment'), t('Sent / targets')], messages.map((message) => [
    h('a', { class: 'id', href: href('messages', [message.messageIdString]) }, message.messageIdString), badge(message.messageStatus),
    h('time', {}, moment(message.createdDateTime)), `${number(message.sentCount)} / ${number(message.targetCount)}`,
  ]), { caption: t('Messages sent'), empty: t('Nothing was sent yet.') }),
  totalCount > messages.length && h('p', { class: 'soft' }, t('The newest {count} are shown.', { count: number(messages.length) })));
}

const derived = ['reservationId', 'reservationIdString', 'createdDateTime', 'updatedDateTime', 'completedDateTime', 'reservationStatus', 'origin', 'nextDeliveryDateTime', 'scheduleCounts'];

/** The simple fields write into the JSON below them, which is what is sent. */
function form(path, reservation, saved) {
  const body = Object.fromEntries(Object.entries(reservation).filter(([key]) => !derived.includes(key)));
  body.schedules = [...new Set(reservation.schedules.filter((each) => each.scheduleStatus === 'READY').map((each) => written(each, reservation.isLocalTime)))].sort();
  const raw = h('textarea', { value: JSON.stringify(body, null, 2), rows: '14', spellcheck: 'false' });
  const schedules = h('textarea', { class: 'low', rows: '3', spellcheck: 'false' });
  const [title, text] = [h('input'), h('textarea', { class: 'low' })];
  const isLocal = h('input', { type: 'checkbox' });
  const read = () => {
    let found;
    try { found = JSON.parse(raw.value); } catch { return; }
    schedules.value = (found.schedules ?? []).join('\n');
    title.value = found.content?.default?.title ?? '';
    text.value = found.content?.default?.body ?? '';
    isLocal.checked = Boolean(found.isLocalTime);
  };
  const write = (change) => {
    let found;
    try { found = JSON.parse(raw.value); } catch { return; }
    change(found);
    raw.value = JSON.stringify(found, null, 2);
  };
  const content = (key, value) => write((found) => {
    found.content = { ...found.content, default: { ...found.content?.default, [key]: value } };
    if (value === '') delete found.content.default[key];
  });
  schedules.addEventListener('input', () => write((found) => { found.schedules = schedules.value.split(/[\n,]+/).map((line) => line.trim()).filter(Boolean); }));
  title.addEventListener('input', () => content('title', title.value));
  text.addEventListener('input', () => content('body', text.value));
  isLocal.addEventListener('change', () => write((found) => { found.isLocalTime = isLocal.checked; }));
  raw.addEventListener('input', read);
  read();
  const save = h('button', { class: 'primary' }, t('Save'));
  const submit = async () => {
    let found;
    try { found = JSON.parse(raw.value); } catch (error) { return notice(t('The body is no JSON: {error}', { error: error.message }), 'bad'); }
    await call('PUT', path, found);
    notice(t('The reservation is changed.'));
    await saved();
  };
  return card(t('Change'), h('form', { onsubmit: (event) => { event.preventDefault(); attempt(submit, save); } },
    h('div', { class: 'columns' },
      h('div', {}, field(t('Times, one per line'), schedules, 'YYYY-MM-DDThh:mm'), h('label', { class: 'check' }, isLocal, t('Everybody’s own local time')),
        field(t('Title'), title), field(t('Body'), text)),
      h('div', {}, field(t('The whole body, as it is sent'), raw))),
    h('p', { class: 'soft' }, t('Times that were sent stay; those that are still open are replaced by these.')),
    h('div', { class: 'actions' }, save, button(t('Cancel'), saved))));
}
